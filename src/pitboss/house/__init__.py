"""The house: tables run as a service, with durable money, chance, roles and an audit."""
