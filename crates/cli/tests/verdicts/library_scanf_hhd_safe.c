// expect: TRUE
extern void reach_error(void);
int scanf(const char *, ...);
int main(void) {
  signed char b[2] = {1, 2};
  scanf("%hhd", b);
  if (b[1] != 2) reach_error();
  return 0;
}
