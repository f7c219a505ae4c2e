// flags: --check division,overflow
// A call that is not modelled ends executions: what is proved holds up to there, and nothing is called unreachable.
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);
static int divisor = 1;
static jmp_buf there;

int main(void) {
  int n = __VERIFIER_nondet_int();
  int quotient = n / divisor; // division: proved, overflow: proved
  if (n == 5)
    longjmp(there, 1); // not-modelled: unknown
  if (divisor == 2)
    n = n / divisor; // division: unknown, overflow: unknown
  return quotient / (n == 5 ? 2 : 3); // division: proved, overflow: proved
}
