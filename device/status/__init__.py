"""What people are shown of a table at a moment, and in which words; nothing of it is stored."""
