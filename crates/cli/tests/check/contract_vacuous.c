// flags: --property unreach-call --contracts
// What nothing satisfies is no requirement: each clause would hold of it.
int limit;

int empty(int n)
__CPROVER_requires(n > 3)
__CPROVER_requires(n < 3) // requires: violated
__CPROVER_ensures(__CPROVER_return_value == 7) // assertion: unreachable
{
  return n;
}

int loops(int n)
__CPROVER_requires(n > 3)
__CPROVER_ensures(__CPROVER_return_value == 7) // assertion: unreachable
{
  for (;;)
    ;
  return n;
}

int large(const int *a, int n)
__CPROVER_requires(n > 5 && __CPROVER_r_ok(a, n * sizeof *a)) // memory of which it is not known whether it may be accessed: unreachable, requires: unknown
__CPROVER_ensures(__CPROVER_return_value == 7) // assertion: unreachable
{
  return a[n - 1];
}
int some(int n)
__CPROVER_requires(n > limit)
__CPROVER_ensures(__CPROVER_return_value > limit) // assertion: proved
{
  return n;
}
