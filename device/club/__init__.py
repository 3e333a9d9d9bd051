"""Who else is told of a table: its hub, tournaments, hooks, and an evening of simulated tables to try it all on."""
