// expect: FALSE
// Pointers in an array that another file defines may meet.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int *table[4];
int main(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); if (i < 0 || i > 3 || j < 0 || j > 3) return 0; if (!table[i] || !table[j]) return 0; *table[i] = 1; *table[j] = 2; if (*table[i] == 2) reach_error(); return 0; }
