"""How the pattern of a board lies on a picture: what hides it, its points, its edges, its colours."""
