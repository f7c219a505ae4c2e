// flags: --check division,overflow
// A handler runs at any point behind the call that sets it, and not before.
#include <signal.h>

extern int __VERIFIER_nondet_int(void);
static int divisor = 1;

static void handler(int number) {
  divisor = number - number; // overflow: proved
}

int main(void) {
  int n = __VERIFIER_nondet_int() % 10;
  int quotient = n / divisor; // division: proved, overflow: proved
  if (n == 5)
    signal(SIGINT, handler);
  n = n / divisor; // division: violated, overflow: proved
  return quotient / (n == 5 ? 2 : 3); // division: proved, overflow: proved
}
