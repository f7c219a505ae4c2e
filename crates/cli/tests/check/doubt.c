// flags: --check valid-deref --check division --time-limit 4s
// Where it is not known whether a check is violated, the program goes on: what fails behind it is not proved.
extern int __VERIFIER_nondet_int(void);
static char a[10];

int main(void) {
  int d = __VERIFIER_nondet_int(), zero = 0;
  if (d < 100 || d > 200)
    return 0;
  char *p = a;
  p += d; // valid-deref: unknown
  p -= d; // valid-deref: unknown
  *p = 1; // valid-deref: proved
  return 10 / zero; // division: violated
}
