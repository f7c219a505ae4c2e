// expect: FALSE
// A number that is made a pointer may be the address of an object.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct dev { int state; int other; } d0, d1;
int main(void) { struct dev *d = (struct dev *)__VERIFIER_nondet_ulong();
 if (d != &d0 && d != &d1) return 0; d->state = 1; if (d1.state == 1) reach_error(); return 0; }
