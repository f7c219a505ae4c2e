// flags: --property unreach-call --contracts
// Arithmetic in clauses of ACSL is that of whole numbers: it does not wrap, and numbers of different signs compare as numbers.

/*@ requires -1000 <= a <= 1000 && -1000 <= b <= 1000; // assertion: proved
  @ ensures \result == a + b; // assertion: proved
  @*/
int bounded(int a, int b) {
  return a + b;
}

/*@ ensures \result == a + b; */ // assertion: violated
int wraps(int a, int b) {
  return (int)((unsigned)a + (unsigned)b);
}

/*@ ensures \result ==> a + b <= 2147483647; // assertion: proved
  @ ensures !\result ==> a + b > 2147483647; // assertion: proved
  @ ensures -a + b == b - a && ~a == -a - 1; // assertion: proved
  @*/
int fits(int a, int b) {
  return b < 0 || a <= 2147483647 - b;
}

/*@ ensures \result == a * b; // assertion: proved
  @ ensures \result <= 4611686018427387904; // assertion: proved
  @ ensures \result < 4611686018427387904; // assertion: violated
  @*/
long product(int a, int b) {
  return (long)a * b;
}

/*@ ensures \result == u; */ // assertion: violated
int sign(unsigned u) {
  return (int)u;
}

/*@ requires \true;
  @ ensures \result == (u > s); // assertion: violated
  @ ensures s >= 0 ==> \result == (u > s); // assertion: proved
  @*/
int compares(unsigned u, int s) {
  return u > s;
}

/*@ ensures \result == a - b; // assertion: violated
  @ ensures a >= b ==> \result == a - b; // assertion: proved
  @ ensures \result >= a - b; // assertion: proved
  @*/
unsigned long difference(unsigned long a, unsigned long b) {
  return a - b;
}

/*@ ensures \old(a + b) >= \result; // assertion: proved
  @ ensures \old(a + b) == \result; // assertion: violated
  @*/
unsigned long sum(unsigned long a, unsigned long b) {
  return a + b;
}

/*@ requires 0 <= n <= 3; // assertion: proved
  @ ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; // assertion: proved
  @ ensures \forall integer i; 0 <= i && i < n ==> a[i] < 2 * i; // assertion: violated
  @ ensures \exists unsigned i; -1 <= i && i < n + 1 && i == 0; // assertion: proved
  @ ensures (n > 0 ? -1 : 1u) < 0 || n == 0; // assertion: proved
  @*/
void counts(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}

int main(void) {
  int a[3];
  counts(a, 3);
  /*@ assert a[0] - 4294967295u < 0; */ // assertion: proved
  return bounded(1, 2) == 4;
}
