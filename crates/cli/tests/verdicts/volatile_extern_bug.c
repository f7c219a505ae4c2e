// expect: FALSE
// flags: --32
extern void reach_error(void);
extern volatile int x;
int main(void) { x = 1; if (x == 1 && x == 2) reach_error(); return 0; }
