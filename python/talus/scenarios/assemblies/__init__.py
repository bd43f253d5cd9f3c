"""Machines and structures in which no body may pass through another: the law Barrier, and a proof for each frame."""
