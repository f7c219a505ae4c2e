// expect: UNKNOWN
extern void reach_error(void);
double remquo(double, double, int *);
int main(void) {
  int q = 0;
  remquo(7.0, 2.0, &q);
  if (q != 0) reach_error();
  return 0;
}
