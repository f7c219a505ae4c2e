// expect: TRUE
// Members of records do not overlap.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct s { int a; int b; }; extern struct s *one(void);
int main(void) { struct s *p = one(), *q = one(); if (!p || !q) return 0; p->a = 1; q->b = 2; if (p->a != 1) reach_error(); return 0; }
