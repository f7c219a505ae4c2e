// expect: FALSE
extern void reach_error(void);
extern void get(double *p);
int main(void) {
  double d = 0;
  get(&d);
  if (d == 2.5)
    reach_error();
  return 0;
}
