"""Generates the samples; see ../README.md."""
