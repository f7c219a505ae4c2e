// expect: FALSE
extern void reach_error(void);
extern void get(int **p);
int main(void) {
  int y = 7;
  int *p = &y;
  int *const keep = &y;
  get(&p);
  if (*keep == 9)
    reach_error();
  return 0;
}
