// unknown
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int f(int n) { if (n > 50) return 1; return f(n + 1); }
int main(void) { if (f(0) != 1) reach_error(); }
