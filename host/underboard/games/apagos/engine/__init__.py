"""Complete solution of Apagos, with hints, opponents and the board's hint file."""
