// A loop that ends at a known bound, and what holds behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int(), phase = 0;
  while (i < n) {
    if (phase == 0)
      phase = 1;
    else
      phase = 0;
    i++;
  }
  if (phase > 1 || phase < 0) reach_error();
  return 0;
}
