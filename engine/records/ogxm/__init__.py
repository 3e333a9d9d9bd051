"""OGXM, the open match format of OpenGammon: its documents, which a codec of theirs packs."""
