extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int x) {
  int r = 0;
  if (x > 0)
    r = x + x;
  return r;
}
int main(void) {
  int a = twice(3);
  int b = twice(3);
  int c = twice(4);
  if (a != 6 || b != 6 || c != 8)
    reach_error();
  return 0;
}
