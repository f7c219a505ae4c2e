// expect: FALSE
extern void reach_error(void);
union u { long n; int *p; };
extern void get(union u *u);
int main(void) {
  int x = 0;
  union u u;
  u.p = &x;
  get(&u);
  if (x == 9)
    reach_error();
  return 0;
}
