// expect: FALSE
// What a function without a body returns may be what it was given.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int *id(int *);
int main(void) { int x; if (id(&x) == &x) reach_error(); return 0; }
