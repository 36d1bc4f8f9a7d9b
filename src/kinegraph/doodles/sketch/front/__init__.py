"""Front views: stick men, tadpoles and whole bodies become cut-outs. Imports ink and sketch."""
