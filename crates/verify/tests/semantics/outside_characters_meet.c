// expect: FALSE
// Pointers to characters may meet.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char *name(void);
int main(void) { char *a = name(); char *b = name(); if (!a || !b) return 0; a[0] = 'x'; b[0] = 'y'; if (a[0] == 'y') reach_error(); return 0; }
