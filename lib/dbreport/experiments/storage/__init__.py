"""What the same records cost on disk, as they come, change and go."""

PLACE = 5
