// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 4
extern int __VERIFIER_nondet_int(void);
struct player { char name[6]; int score; };
static struct player team[4];

static int best(int n) {
  int at = 0;
#ifdef BUG
  for (int i = 1; i <= n; i++)
#else
  for (int i = 1; i < n; i++)
#endif
    if (team[i].score > team[at].score)
      at = i;
  return at;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  for (int i = 0; i < n; i++)
    team[i].score = __VERIFIER_nondet_int();
  return best(n) > 3;
}
