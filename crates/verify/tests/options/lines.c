extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f(int n) {
  int x = 0;
  int y = 0;
  if (n > 3) {
    x = n;
    y = n;
  }
  x++;
  y++;
  return x - y;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = f(n);
  int t = s;
  t = t + 1;
  if (t != 1)
    reach_error();
  return 0;
}
