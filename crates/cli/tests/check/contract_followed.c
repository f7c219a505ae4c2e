// flags: --property unreach-call --contracts
// Bodies and loops are followed: what a contract does not say is known all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int total;
int other;

int add(int x)
__CPROVER_requires(x < 1000) // assertion: proved
__CPROVER_assigns(total)
__CPROVER_ensures(__CPROVER_return_value == x + 1) // assertion: proved
{
  total = x;
  x = x + 1;
  return x;
}

int gauss(int n)
__CPROVER_requires(n >= 0 && n < 6) // assertion: proved
__CPROVER_ensures(__CPROVER_return_value == n * (n + 1) / 2) // assertion: proved
{
  int s = 0;
  for (int i = 1; i <= n; i++)
    __CPROVER_loop_invariant(1 <= i && i <= n + 1 && s == i * (i - 1) / 2) // assertion: proved
    __CPROVER_decreases(n - i + 1) // assertion: proved
  {
    s += i;
  }
  return s;
}

int halve(int n)
__CPROVER_requires(n >= 0 && n < 8) // assertion: proved
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value <= n) // assertion: proved
{
  return n < 2 ? 0 : 1 + halve(n - 2);
}

void store(int *to, int value)
__CPROVER_ensures(*to == value) // assertion: proved
{
  *to = value;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5)
    return 0;
  total = 5;
  other = 6;
  int more = add(n);
  if (more != n + 1)
    reach_error(); // assertion: proved
  if (other != 6)
    reach_error(); // assertion: proved
  if (total == 5 && n == 4)
    reach_error(); // assertion: proved
  int cell = 1;
  store(&cell, 3);
  if (cell != 3)
    reach_error(); // assertion: proved
  if (gauss(n) > 1000000)
    reach_error(); // assertion: proved
  return halve(n);
}
