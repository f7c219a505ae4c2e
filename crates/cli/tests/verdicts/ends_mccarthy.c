// expect: TRUE
// flags: --property termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int calls = 1, n = __VERIFIER_nondet_int();
  while (calls > 0) {
    if (n > 100) {
      n -= 10;
      calls--;
    } else {
      n += 11;
      calls++;
    }
  }
  return n;
}
