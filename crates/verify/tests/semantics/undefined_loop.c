// expect: TRUE
extern void reach_error(void);
extern int get(int *p);
int main(void) {
  int x = 0, n = 0;
  while (get(&x)) {
    if (n < 10)
      n++;
  }
  if (n > 10)
    reach_error();
  return 0;
}
