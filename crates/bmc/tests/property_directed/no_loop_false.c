// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 5) reach_error(); return 0; }
