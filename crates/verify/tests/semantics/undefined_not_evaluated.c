// expect: TRUE
extern void reach_error(void);
extern int get(int *p);
int main(void) {
  int x = 0;
  int n = sizeof(get(&x));
  if (x != 0 || n != 4)
    reach_error();
  return 0;
}
