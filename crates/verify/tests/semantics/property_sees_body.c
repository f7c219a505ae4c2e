// expect: FALSE
// property: f
static int f(void) { return 1; }
int main(void) { int (*p)(void) = &f; return p(); }
