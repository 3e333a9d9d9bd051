"""What is on record: matches, files of others, figures, analysis, and answers to questions about games."""
