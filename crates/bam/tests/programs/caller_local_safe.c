// expect: TRUE
// A recursion that changes a local of its callers through a pointer, its own local too.
extern void reach_error(void);
void add(int *sum, int n) {
  if (n == 0)
    return;
  int own = 0;
  *sum += n;
  add(&own, n - 1);
  if (n > 1 && own != n - 1)
    reach_error();
}
int main(void) {
  int sum = 100;
  add(&sum, 5);
  if (sum != 105)
    reach_error();
  return 0;
}
