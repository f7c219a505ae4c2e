// expect: TRUE
// A recursion that changes a local of its callers through a pointer, its own local too.
// with: BUG
// expect: FALSE
// A recursion that changes a local of main through a pointer that is handed down.
extern void reach_error(void);
void add(int *sum, int n) {
  if (n == 0)
    return;
#ifndef BUG
  int own = 0;
#endif
  *sum += n;
#ifdef BUG
  add(sum, n - 1);
#else
  add(&own, n - 1);
  if (n > 1 && own != n - 1)
    reach_error();
#endif
}
int main(void) {
  int sum = 100;
  add(&sum, 5);
#ifdef BUG
  if (sum == 115)
#else
  if (sum != 105)
#endif
    reach_error();
  return 0;
}
