// expect: TRUE
// Records behind uninitialised pointers do not overlap in part.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct s { int state; struct s *next; };
int main(void) { struct s *s; s->state = 5; s->next->state = 7; if (s->state != 5 && s->state != 7) reach_error(); return 0; }
