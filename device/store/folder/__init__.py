"""The data folder: files that are whole or not there, who owns them, who works in
them, and what lies beside the log.
"""
