// expect: TRUE
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += i;
  if (sum != 55)
    reach_error();
  return 0;
}
