"""The schemas of what the API answers, a module for each thing that it tells of."""
