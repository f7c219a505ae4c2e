// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int a[5] = {10, 20, 30, 40, 50};
  int *p = a + 1, *q = &a[4];
#ifdef BUG
  if (q - p != 12 || *(p + 2) != 40 || p[-1] != 10)
#else
  if (q - p != 3 || *(p + 2) != 40 || p[-1] != 10)
#endif
    reach_error();
  return 0;
}
