// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rows = 4, cells = 0;
  int skip = __VERIFIER_nondet_int();
  for (int i = 0; i < rows; i++) {
    int j = 0;
    while (j < i) {
      cells++;
      j++;
    }
    if (skip == i)
      continue;
  }
#ifdef BUG
  if (cells == 6)
#else
  if (cells != 6)
#endif
    reach_error();
  return 0;
}
