// flags: --property unreach-call
// Without --contracts each clause is checked where it must hold.
extern int __VERIFIER_nondet_int(void);
int total;

int add(int x)
__CPROVER_requires(x < 100) // assertion: violated
__CPROVER_ensures(__CPROVER_return_value == x + 1 && total == __CPROVER_old(total) + 1) // assertion: proved
{
  total = total + 1;
  x = x + 1;
  return x;
}

int wrong(int x)
__CPROVER_ensures(__CPROVER_return_value > x) // assertion: violated
{
  return x == 7 ? 7 : x < 100 ? x + 1 : 2147483647;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 0 || n > 20)
    return 0;
  while (i < n)
    __CPROVER_loop_invariant(0 <= i && i <= n) // assertion: proved
    __CPROVER_decreases(n - i) // assertion: proved
  {
    if (i == 3) {
      i += 2;
      if (i > n)
        break;
      continue;
    }
    i++;
  }
  wrong(n);
  int sum = add(n) + add(81 + n);
  i = sum > 150 ? 1 : 5;
  do
    __CPROVER_loop_invariant(i > 1) // assertion: violated
  {
    i--;
  } while (i > 0);
  return 0;
}
