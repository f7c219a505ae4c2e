// expect: FALSE
// The same behind an access past the end of an array.
extern void reach_error(void);

int main(void) {
  int a[4];
  int *p = a;
  p[6] = 3;
  reach_error();
  return 0;
}
