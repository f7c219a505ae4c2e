// flags: --check overflow,division
// Two checks that fail, some that hold, and code that no execution comes to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int share(int whole, int parts) {
  return whole / parts; // division: violated, overflow: proved
}

static int doubled(int of) {
  if (of > 1000)
    return 2000;
  return of + of; // overflow: violated
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int limit = 10;
  int sum = 0;
  for (int i = 0; i < limit; i++) // overflow: proved
    sum += i; // overflow: proved
  if (sum > 45)
    reach_error(); // assertion: proved
  if (limit < 5)
    sum = sum / n; // division: unreachable, overflow: unreachable
  share(sum, n);
  return doubled(n);
}
