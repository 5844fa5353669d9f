"""Makes every file of this folder; see ../README.md."""
