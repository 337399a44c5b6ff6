"""What happens at a seat apart from wagers: who sits and enters there, what is retracted."""
