"""What makes a backend of something that is none."""
