// expect: TRUE
extern void reach_error(void);
extern void get(int *p);
int main(void) {
  int x = 0, y = 0, i;
  for (i = 0; i < 100; i++) {
    get(&x);
    if (x > 0)
      y = 1;
  }
  if (y != 0 && y != 1)
    reach_error();
  return 0;
}
