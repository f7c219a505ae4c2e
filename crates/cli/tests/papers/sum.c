// The sum of the first n numbers by recursion, for small n.
extern void reach_error(void);
int sum(int n) {
  if (n <= 0) return 0;
  return n + sum(n - 1);
}
int main(void) {
  if (sum(5) != 15) reach_error();
  return 0;
}
