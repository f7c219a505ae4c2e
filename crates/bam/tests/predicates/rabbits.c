// expect: true
// with: BUG
// expect: false
extern void reach_error(void);

static int rabbits(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return rabbits(n - 1) + rabbits(n - 2);
}
int main(void) {
#ifdef BUG
  if (rabbits(4) == 3)
#else
  if (rabbits(4) != 3)
#endif
    reach_error();
  return 0;
}
