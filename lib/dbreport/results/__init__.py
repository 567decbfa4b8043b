"""What was measured, as it is stored: read, checked, picked out, told apart, compared with a second measurement."""
