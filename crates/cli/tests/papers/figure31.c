// Figure 3.1 of the thesis, with a result that no call has. That no result is negative is inductive only where
// `tmp + 1` does not wrap around.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int x) {
  if (x <= 0) {
    return 0;
  } else {
    int tmp = f(x - 1);
    return tmp + 1;
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = f(a);
  if (b == -1) reach_error();
  return 0;
}
