// expect: TRUE
extern void reach_error(void);
extern void get(int *p);
int main(void) {
  int x = 0;
  int *p = &x;
  get(p);
  if (p != &x)
    reach_error();
  return 0;
}
