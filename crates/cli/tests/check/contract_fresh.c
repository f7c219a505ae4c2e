// flags: --property unreach-call --contracts
// Arguments that are objects of their own: made where the body is proved, checked where the function is called.
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };

int sum(const int *a, unsigned n)
__CPROVER_requires(n > 0 && n <= 4) // assertion: proved, assertion: proved
__CPROVER_requires(__CPROVER_is_fresh(a, n * sizeof *a)) // assertion: violated, memory of which it is not known whether it may be accessed: proved
__CPROVER_ensures(__CPROVER_return_value == a[0]) // assertion: violated
{
  return a[n - 1];
}

int first(const int *a, unsigned n)
__CPROVER_requires(n > 0 && n <= 4 && __CPROVER_is_fresh(a, n * sizeof *a)) // assertion: proved, assertion: proved, assertion: proved, memory of which it is not known whether it may be accessed: proved
__CPROVER_ensures(__CPROVER_return_value == a[0]) // assertion: proved
{
  return a[0];
}

void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a) && __CPROVER_is_fresh(b, sizeof *b)) // assertion: proved, assertion: violated, memory of which it is not known whether it may be accessed: proved, memory of which it is not known whether it may be accessed: proved, separation of what may not be accessed: proved
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a)) // assertion: proved
{
  int old = *a;
  *a = *b;
  *b = old;
}
int two(struct node *n)
__CPROVER_requires(__CPROVER_is_fresh(n, sizeof *n) && __CPROVER_is_fresh(n->next, sizeof *n))
__CPROVER_requires(n->value == 3)
__CPROVER_ensures(__CPROVER_return_value == 3) // assertion: proved
{
  n->next->value = 5;
  return n->value;
}
int main(void) {
  int x = 1, y = 2, many[2] = {1, 1};
  first(many, 2);
  if (__VERIFIER_nondet_int())
    sum(many, 3);
  swap(&x, &y);
  swap(&x, &x);
  return 0;
}
