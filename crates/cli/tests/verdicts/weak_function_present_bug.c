// expect: FALSE
// flags: --32
extern void reach_error(void);
extern int missing(void) __attribute__((weak));
int main(void) { if (missing) reach_error(); return 0; }
