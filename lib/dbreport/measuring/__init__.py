"""What a measurement is and how far it can be trusted: identity, sessions, noise, replication. Knows no engine."""
