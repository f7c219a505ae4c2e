// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += i;
#ifdef BUG
  if (sum != 54)
#else
  if (sum != 55)
#endif
    reach_error();
  return 0;
}
