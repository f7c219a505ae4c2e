extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int low = 4, high = 2;
  int middle = low + high;
  middle = middle / 2;
  if (middle > high)
    reach_error();
  return 0;
}
