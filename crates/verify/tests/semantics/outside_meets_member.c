// expect: FALSE
// A pointer from outside may go to a member of what another one points to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct s { int a; int b; }; extern struct s *one(void); extern int *two(void);
int main(void) { struct s *p = one(); int *q = two(); if (!p || !q) return 0; p->b = 1; *q = 2; if (p->b == 2) reach_error(); return 0; }
