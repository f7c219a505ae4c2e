// flags: --check valid-deref --check division --time-limit 4s
// Several are asked about at once, and a doubt about one of them ends no execution: what fails behind it is not proved.
extern int __VERIFIER_nondet_int(void);
static char a[10];

int main(void) {
  int d = __VERIFIER_nondet_int(), zero = 0;
  if (d < 100 || d > 200)
    return 0;
  char *p = a;
  p += d; // valid-deref: unknown
  return 10 / zero; // division: violated
}
