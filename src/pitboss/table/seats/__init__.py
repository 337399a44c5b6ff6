"""What happens at a seat beside its wagers: who sits there, who enters for it, what is retracted.
"""
