// expect: TRUE
extern void reach_error(void);

int main(void) {
  double x = 0.1, sum = 0;
  for (int i = 0; i < 10; i++)
    sum += x;
  if (sum == 1.0)
    reach_error();
  return 0;
}
