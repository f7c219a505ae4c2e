// The same with a wrong expectation.
extern void reach_error(void);
int sum(int n) {
  if (n <= 0) return 0;
  return n + sum(n - 1);
}
int main(void) {
  if (sum(4) != 11) reach_error();
  return 0;
}
