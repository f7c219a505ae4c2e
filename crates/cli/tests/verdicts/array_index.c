// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i * i;
#ifdef BUG
  if (a[5] != 24)
#else
  if (a[5] != 25)
#endif
    reach_error();
  return 0;
}
