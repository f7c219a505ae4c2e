// expect: FALSE
// A recursion that changes a local of main through a pointer that is handed down.
extern void reach_error(void);
void add(int *sum, int n) {
  if (n == 0)
    return;
  *sum += n;
  add(sum, n - 1);
}
int main(void) {
  int sum = 100;
  add(&sum, 5);
  if (sum == 115)
    reach_error();
  return 0;
}
