"""The reference: the API's own document, made of what its addresses are described as."""
