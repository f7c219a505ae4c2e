int twice(double x) { return (int)(x * 2); }
