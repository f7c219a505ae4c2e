// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 100
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned count[10];
  for (int i = 0; i < 10; i++)
    count[i] = 0;
  for (int i = 0; i < 5; i++) {
    unsigned char grade = __VERIFIER_nondet_uchar();
    if (grade > 100)
      continue;
    unsigned group = grade / 10;
#ifndef BUG
    if (group == 10)
      group = 9;
#endif
    count[group]++;
  }
  unsigned sum = 0;
  for (int i = 0; i < 10; i++)
    sum += count[i];
  return sum > 5;
}
