// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 12
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
/* Days of a month, counted from 1. */
static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int length(int month, int leap) {
#ifdef BUG
  int d = days[month ];
#else
  int d = days[month - 1];
#endif
  if (month == 2 && leap)
    d++;
  return d;
}

int main(void) {
  int month = __VERIFIER_nondet_int();
  if (month < 1 || month > 12)
    return 0;
  return length(month, __VERIFIER_nondet_bool()) > 31;
}
