// expect: FALSE
// A function without a body writes what its pointer argument points to.
extern void reach_error(void);
extern void get(int *p);
int main(void) {
  int x = 0;
  get(&x);
  if (x == 42)
    reach_error();
  return 0;
}
