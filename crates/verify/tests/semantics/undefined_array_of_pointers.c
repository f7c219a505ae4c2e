// expect: FALSE
extern void reach_error(void);
extern void get(int **list);
int main(void) {
  int a = 1, b = 2;
  int *list[2] = {&a, &b};
  get(list);
  if (b == 20)
    reach_error();
  return 0;
}
