// expect: TRUE
extern void reach_error(void);

int main(void) {
  int x = ({ int t = 3; t * t; });
  __typeof__(x) y = x + 1;
  if (y != 10)
    reach_error();
  return 0;
}
