// expect: TRUE
extern void reach_error(void);

int main(void) {
  int a = 5, b = (a++, a * 2), c = a > 5 ? b : -b;
  if (c != 12)
    reach_error();
  return 0;
}
