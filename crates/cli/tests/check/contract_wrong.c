// flags: --property unreach-call --contracts
// A contract that does not hold of its body, an invariant that is not kept, and bodies that no contract can stand for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int global;

int wrong(int x)
__CPROVER_requires(x > 0 && x < 10) // assertion: proved
__CPROVER_ensures(__CPROVER_return_value == 1) // assertion: violated
{
  return x == 9 ? 0 : 1;
}

void fill(int *at, int value)
__CPROVER_assigns(*at, global)
__CPROVER_ensures(*at == value) // assertion: proved
{
  at[0] = value; // assigns: proved
  global = 3;
}

int counts(void)
__CPROVER_ensures(__CPROVER_return_value > 0) // assertion: proved
{
  static int calls;
  calls = calls < 10 ? calls + 1 : 10;
  return calls;
}

int main(void) {
  int cell = 1, i = 0, s = 0;
  fill(&cell, 2);
  if (cell != 2)
    reach_error(); // assertion: proved
  if (global != 3)
    reach_error(); // assertion: proved
  counts();
  if (counts() == 1)
    reach_error(); // assertion: proved
  while (i < 10)
    __CPROVER_loop_invariant(s <= 10) // assertion: proved
  {
    int i_now = i;
    s += i_now > 3;
    i++;
  }
  if (wrong(5) == 1 && cell == 2 && s == 0)
    reach_error(); // assertion: proved
  return 0;
}
