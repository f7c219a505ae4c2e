// expect: FALSE
// A pointer to the end of an array leads to the array.
extern void reach_error(void);
extern void get(int *end);
int main(void) {
  int a[2] = {1, 2};
  get(a + 2);
  if (a[0] == 10)
    reach_error();
  return 0;
}
