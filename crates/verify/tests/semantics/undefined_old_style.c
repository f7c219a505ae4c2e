// expect: FALSE
extern void reach_error(void);
int get();
int main(void) {
  int x = 0;
  get(1, &x);
  if (x == 2)
    reach_error();
  return 0;
}
