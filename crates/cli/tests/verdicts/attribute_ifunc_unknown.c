// expect: UNKNOWN
// flags: --32
extern void reach_error(void);
static int one(void) { return 1; }
static int (*pick(void))(void) { return one; }
int f(void) __attribute__((ifunc("pick")));
int main(void) { if (f() != 1) reach_error(); return 0; }
