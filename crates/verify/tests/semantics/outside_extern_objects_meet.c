// expect: FALSE
// Pointers that another file defines may meet.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int *p, *q;
int main(void) { if (!p || !q) return 0; *p = 1; *q = 2; if (*p == 2) reach_error(); return 0; }
