"""Papers of a house, drawn from its submission: layouts to scale, signs, cards for players and
dealers.
"""
