// expect: TRUE
// Two inputs that are pointers may be told apart.
// with: MEET
// expect: FALSE
// Two inputs that are pointers may meet.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct m { int held; int owner; };
static void lock(struct m *m) { if (m->held) reach_error(); m->held = 1; }
int main(void) { struct m *a = __VERIFIER_nondet_pointer(), *b = __VERIFIER_nondet_pointer();
#ifdef MEET
 if (!a || !b) return 0; a->held = 0; b->held = 0; lock(a); lock(b); return 0; }
#else
 if (!a || !b || a == b) return 0; a->held = 0; b->held = 0; lock(a); lock(b); return 0; }
#endif
