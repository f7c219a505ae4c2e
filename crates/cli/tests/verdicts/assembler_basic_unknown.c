// expect: UNKNOWN
// flags: --32
extern void reach_error(void);
int x; int main(void) { __asm__("movl $1, x"); if (x) reach_error(); return 0; }
