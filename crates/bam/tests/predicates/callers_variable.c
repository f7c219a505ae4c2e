// expect: true
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// A pointer to a variable of the caller, which is an instance of the same function.
static void fill(int *to, int depth) {
  int own = 7;
  if (depth == 0) {
    *to = 1;
    return;
  }
  fill(&own, depth - 1);
  if (own == 7)
    reach_error();
  *to = own;
}
int main(void) {
  int x = 7;
  fill(&x, 2);
#ifdef BUG
  if (x == 1)
#else
  if (x != 1)
#endif
    reach_error();
  return 0;
}
