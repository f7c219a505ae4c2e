// expect: TRUE
// property: sin
extern double sin(double);
int main(void) { return sizeof(sin(1.0)) == 4 && 0; }
