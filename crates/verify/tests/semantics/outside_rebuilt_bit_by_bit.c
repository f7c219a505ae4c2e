// expect: FALSE
// A pointer rebuilt bit by bit is the pointer.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { static int x; unsigned long v = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) if (v >> i & 1) r |= 1ul << i; int *p = (int *)r; *p = 1; if (x == 1) reach_error(); return 0; }
