// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

static int fill(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[n - 1];
}
int main(void) {
#ifdef BUG
  if (fill(4) != 4)
#else
  if (fill(4) != 3)
#endif
    reach_error();
  return 0;
}
