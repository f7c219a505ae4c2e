// expect: FALSE
// An address is kept as a long double, in an array of a record that is copied.
extern void reach_error(void);

struct kept {
  int other;
  long double at[2];
};

int main(void) {
  int x = 1;
  struct kept first, second;
  first.other = 0;
  first.at[0] = 0;
  first.at[1] = (unsigned long)&x;
  second = first;
  int *p = (int *)(unsigned long)second.at[1];
  *p = 7;
  if (x == 7)
    reach_error();
  return 0;
}
