"""Impose: pages come in, sheets to fold go out."""
