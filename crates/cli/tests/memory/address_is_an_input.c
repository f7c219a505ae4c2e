// answers: UNKNOWN
// An address as a number is not fixed.
typedef unsigned long uintptr_t;
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x;
int main() {
  uintptr_t n=__VERIFIER_nondet_ulong();
  if ((uintptr_t)&x==n) reach_error();
}
