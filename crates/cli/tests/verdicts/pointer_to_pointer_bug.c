// expect: FALSE
extern void reach_error(void);

int main(void) {
  int x = 3, y = 4;
  int *p = &x, **q = &p;
  *q = &y;
  **q = 9;
  if (x == 3 || y != 9)
    reach_error();
  return 0;
}
