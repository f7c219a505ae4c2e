// expect: TRUE
// An input is not the address of a local that nobody knows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { int x = 1; int y = 2; int *p = __VERIFIER_nondet_pointer(); if (p) *p = 3; if (x != 1 || y != 2) reach_error(); return 0; }
