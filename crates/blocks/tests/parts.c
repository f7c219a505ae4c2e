extern void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int j = 0;
    while (j < 2) {
      sum++;
      j++;
    }
  }
  sum = twice(sum);
  if (sum != 12)
    reach_error();
  return 0;
}
