// flags: --property unreach-call --contracts
// Quantifiers and behaviours of ACSL, true and false.

/*@ requires 0 <= n <= 3; // assertion: proved
  @ ensures \forall integer i; 0 <= i < n ==> a[i] == v; // assertion: proved
  @ ensures n > 0 ==> \exists integer i; 0 <= i < n && a[i] == v; // assertion: proved
  @ ensures \exists integer i; 0 <= i < n && a[i] == v; // assertion: violated
  @*/
void fill(int *a, int n, int v) {
  /*@ loop invariant 0 <= k <= n; // assertion: proved
    @ loop invariant \forall integer i; 0 <= i < k ==> a[i] == v; // assertion: proved
    @ loop variant n - k; */ // assertion: proved
  for (int k = 0; k < n; k++)
    a[k] = v;
}

/*@ requires n > -100 && n < 100; // assertion: proved
  @ behavior negative:
  @   assumes n < 0;
  @   ensures \result == -1; // assertion: proved
  @ behavior positive:
  @   assumes n > 0;
  @   requires n < 50; // assertion: violated
  @   ensures \result == 1; // assertion: proved
  @ behavior zero:
  @   assumes n == 0;
  @   ensures \result == 2; // assertion: proved
  @ complete behaviors; // assertion: proved
  @ disjoint behaviors; // assertion: proved
  @ complete behaviors negative, positive; // assertion: violated
  @*/
int sign(int n) {
  n = n < 0 ? -1 : n > 0 ? 1 : 2;
  return n;
}

/*@ behavior small:
  @   assumes n < 10;
  @   ensures \result == 1; // assertion: proved
  @ behavior large:
  @   assumes n > 5;
  @   ensures \result >= 0; // assertion: proved
  @ disjoint behaviors; // assertion: violated
  @*/
int both(int n) {
  return n < 10;
}

int main(void) {
  int a[3];
  fill(a, 3, 1);
  return sign(60);
}
