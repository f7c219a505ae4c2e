// expect: FALSE
// property: sin
extern double sin(double);
int main(void) { (void)sin(1.0); return 0; }
