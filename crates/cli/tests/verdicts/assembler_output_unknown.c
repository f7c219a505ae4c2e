// expect: UNKNOWN
// flags: --32
extern void reach_error(void);
int main(void) { int y; __asm__("movl $3, %0" : "=r"(y)); if (y != 3) reach_error(); return 0; }
