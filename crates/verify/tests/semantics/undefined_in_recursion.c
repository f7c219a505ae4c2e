// expect: FALSE
extern void reach_error(void);
extern void get(int *p);
static void down(int n, int *p) {
  if (n == 0)
    get(p);
  else
    down(n - 1, p);
}
int main(void) {
  int x = 0;
  down(3, &x);
  if (x == 9)
    reach_error();
  return 0;
}
