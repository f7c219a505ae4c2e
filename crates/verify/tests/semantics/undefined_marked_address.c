// expect: FALSE
// An address with a mark in its low bits is given all the same.
extern void reach_error(void);
extern void take(unsigned long);
int main(void) {
  int x = 0;
  take((unsigned long)&x | 1);
  if (x)
    reach_error();
  return 0;
}
