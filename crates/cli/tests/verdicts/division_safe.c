// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (-7 / 2 != -3 || -7 % 2 != -1 || 7u % 4 != 3)
    reach_error();
  return 0;
}
