// expect: UNKNOWN
// flags: --32
extern void reach_error(void);
static void f(void) { reach_error(); }
static void (*p)(void) __attribute__((section(".init_array"), used)) = f;
int main(void) { return 0; }
