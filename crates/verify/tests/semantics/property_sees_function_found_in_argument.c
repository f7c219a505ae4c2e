// expect: FALSE
// property: f
extern int g(int);
static int f(void) { return 1; }
int main(void) { return g(1) ? g(f() + g(f())) : 0; }
