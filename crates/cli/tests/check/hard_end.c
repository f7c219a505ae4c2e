// flags: --check division --time-limit 4s
// Where nothing shows that executions come to what is not modelled, nor that none does, it stays a row.
#include <setjmp.h>
extern unsigned __VERIFIER_nondet_uint(void);
static jmp_buf there;

int main(void) {
  unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  int quotient = 100 / (int)(a % 7 + 1); // division: proved
  if (a > 1 && b > 1 && a * b == 4611685975477714963UL)
    longjmp(there, 1); // not-modelled: unknown
  return quotient;
}
