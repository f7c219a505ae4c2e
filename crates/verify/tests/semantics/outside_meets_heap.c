// expect: FALSE
// A pointer from outside may be the address of an object on the heap.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *malloc(unsigned long); extern int *two(void);
int main(void) { int *p = malloc(4); int *q = two(); if (!q) return 0; *p = 1; *q = 2; if (*p == 2) reach_error(); return 0; }
