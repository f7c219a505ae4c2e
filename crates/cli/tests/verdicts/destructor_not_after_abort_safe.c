// expect: TRUE
// flags: --32
extern void reach_error(void);
extern void abort(void); extern void _exit(int);
extern int __VERIFIER_nondet_int(void);
int x;
__attribute__((destructor)) static void d(void) { if (x == 1) reach_error(); }
int main(void) { x = 1; if (__VERIFIER_nondet_int()) abort(); _exit(1); return 0; }
