"""What has a handle: cameras, and the computer itself."""
