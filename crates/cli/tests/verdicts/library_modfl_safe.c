// expect: TRUE
extern void reach_error(void);
long double modfl(long double, long double *);
int main(void) {
  long double w = 0;
  long double f = modfl(2.5L, &w);
  if (w != 2.0L || f != 0.5L) reach_error();
  return 0;
}
