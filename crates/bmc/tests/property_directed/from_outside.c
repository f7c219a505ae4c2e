// unknown
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
extern int outside(int);
int main(void) {
  long double x = 1;
  while (x < 10) { x = x * 2; if (x == 3) reach_error(); }
}
