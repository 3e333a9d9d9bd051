"""Everything with a handle, a clock or a file: cameras, lights, buttons, the log, the service and the command line."""
