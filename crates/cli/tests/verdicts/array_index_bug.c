// expect: FALSE
extern void reach_error(void);

int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i * i;
  if (a[5] != 24)
    reach_error();
  return 0;
}
