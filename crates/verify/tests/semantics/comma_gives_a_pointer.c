// expect: TRUE
// The result of a comma or of a statement expression is no array any more (C11 6.3.2.1p3): its size is a pointer's.
extern void reach_error(void);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  typeof((0, a)) p = a;
  if (sizeof(0, a) != sizeof(int *) || sizeof({ a; }) != sizeof(int *))
    reach_error();
  if (sizeof p != sizeof(int *) || p[2] != 3 || (0, a)[1] != 2)
    reach_error();
  return 0;
}
