// flags: --property unreach-call --contracts
// Quantifiers asserted and assumed, true and false, in clauses of functions and of loops.
extern int __VERIFIER_nondet_int(void);

void fill(int *a, int n)
__CPROVER_requires(0 <= n && n <= 3)
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 7 }) // assertion: proved
{
  for (int k = 0; k < n; k++)
    __CPROVER_loop_invariant(0 <= k && k <= n && __CPROVER_forall { int i; (0 <= i && i < k) ==> a[i] == 7 }) // assertion: proved
    a[k] = 7;
}

void fillFew(int *a, int n)
__CPROVER_requires(0 <= n && n <= 3)
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i <= n - 1) ==> a[i] == 7 }) // assertion: violated
{
  for (int k = 0; k < n - 1; k++)
    a[k] = 7;
}

int has(const int *a, int v)
__CPROVER_requires(__CPROVER_exists { unsigned i; 0 <= i && i < 3 && a[i] == v })
__CPROVER_ensures(__CPROVER_return_value == 1) // assertion: proved
{
  return a[0] == v || a[1] == v || a[2] == v;
}

int sorted(const int *a)
__CPROVER_requires(__CPROVER_forall { int i; (0 < i && i < 3) ==> a[i - 1] <= a[i] })
__CPROVER_ensures(__CPROVER_return_value == 1) // assertion: proved
{
  return a[0] <= a[2];
}

int notAll(const int *a)
__CPROVER_requires(!__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == 0 })
__CPROVER_ensures(__CPROVER_return_value != 0) // assertion: proved
__CPROVER_ensures(__CPROVER_exists { int i; 0 <= i && i < 3 && a[i] != 0 }) // assertion: proved
{
  return a[0] | a[1] | a[2];
}

int finds(const int *a)
__CPROVER_ensures(__CPROVER_exists { int i; 0 <= i && i < 3 && a[i] == __CPROVER_return_value }) // assertion: proved
__CPROVER_ensures(__CPROVER_exists { int i; 0 < i && i < 3 && a[i] == __CPROVER_return_value }) // assertion: violated
{
  return a[0];
}

int nested(int n)
__CPROVER_requires(0 <= n && n < 3)
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 3) ==> __CPROVER_exists { int j; 0 <= j && j < 3 && i + j == 2 } }) // assertion: proved
__CPROVER_ensures(__CPROVER_exists { int i; 0 <= i && i < 3 && __CPROVER_forall { int j; (0 <= j && j < 3) ==> i + j == 2 } }) // assertion: violated
{
  return n;
}
