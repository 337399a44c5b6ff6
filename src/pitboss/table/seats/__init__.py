"""What happens at a seat beside its wagers: who sits and enters there, what is retracted."""
