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
  while (q >= marks) {
    --q;
    sum += *q;
  }
  return sum == 1000 ? 0 : 1;
}
