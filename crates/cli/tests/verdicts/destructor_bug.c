// expect: FALSE
// flags: --32
extern void reach_error(void);
int x;
__attribute__((destructor)) static void d(void) { if (x == 1) reach_error(); }
int main(void) { x = 1; return 0; }
