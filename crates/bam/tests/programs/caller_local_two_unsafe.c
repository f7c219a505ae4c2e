// expect: FALSE
// The same function changes one local of its caller or the other; the summary for one is none for the other.
extern void reach_error(void);
void set(int *p, int n) {
  if (n > 0)
    set(p, n - 1);
  else
    *p = 7;
}
int main(void) {
  int a = 0, b = 0;
  set(&a, 2);
  set(&b, 2);
  if (a == 7 && b == 7)
    reach_error();
  return 0;
}
