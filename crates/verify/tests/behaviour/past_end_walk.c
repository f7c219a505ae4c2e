// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 

int main(void) {
  short marks[5];
  short *end = marks + 5;
  int i = 0;
  for (short *p = marks; p != end; ++p)
    *p = (short)(i++ * 100);
  long sum = 0;
  short *q = end;
#ifdef BUG
  while (q >= marks) {
#else
  while (q != marks) {
#endif
    --q;
    sum += *q;
  }
  return sum == 1000 ? 0 : 1;
}
