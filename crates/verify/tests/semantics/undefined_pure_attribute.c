// expect: TRUE
extern void reach_error(void);
extern int sum(int *p) __attribute__((pure));
extern int twice(int *p) __attribute__((__const__));
int main(void) {
  int x = 1;
  int s = sum(&x) + twice(&x);
  if (x != 1)
    reach_error();
  return s;
}
