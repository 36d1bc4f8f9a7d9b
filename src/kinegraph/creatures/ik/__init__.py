"""Particle inverse kinematics and jiggles. Imports body."""
