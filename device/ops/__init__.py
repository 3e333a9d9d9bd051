"""What keeps a box running: putting a table or hub together, set-up, doctor, backup, installation."""
