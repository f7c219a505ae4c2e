// expect: TRUE
extern void reach_error(void);

int main(void) {
  unsigned char a = 200, b = 100;
  int sum = a + b;
  unsigned char narrow = a + b;
  if (sum != 300 || narrow != 44)
    reach_error();
  if (-1 < 1u)
    reach_error();
  return 0;
}
