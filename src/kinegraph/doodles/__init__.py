"""Doodles: draw a character, draw its motion; the line says what, where and when."""
