// expect: TRUE
// A pointer from outside is not the address of an object that nobody outside knows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int g; extern int *get(void);
int main(void) { int *p = get(); g = 0; if (p) *p = 1; if (g) reach_error(); return 0; }
