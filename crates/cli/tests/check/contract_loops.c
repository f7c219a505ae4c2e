// flags: --property unreach-call --contracts
// Invariants of loops, true and false: of numbers, and of all elements of an array.
extern int __VERIFIER_nondet_int(void);

void number(int n)
__CPROVER_requires(n >= 0 && n <= 5) // assertion: proved
{
  int s = 0;
  for (int i = 0; i < n; i++)
    __CPROVER_loop_invariant(s == i) // assertion: violated
    __CPROVER_decreases(n - i) // assertion: proved
    s += i == 3 ? 2 : 1;
}

/*@ requires 0 <= n <= 3; */ // assertion: proved
void zeros(int *a, int n) {
  /*@ loop invariant 0 <= i <= n; // assertion: proved
    @ loop invariant \forall integer j; 0 <= j < i ==> a[j] == 0; */ // assertion: proved
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

/*@ requires 0 <= n <= 3; */ // assertion: proved
void almost(int *a, int n) {
  /*@ loop invariant \forall integer j; 0 <= j < i ==> a[j] == 0; */ // assertion: violated
  for (int i = 0; i < n; i++)
    a[i] = i == 1;
}

int main(void) {
  int a[3];
  number(3);
  zeros(a, 3);
  almost(a, 1);
  return 0;
}
