// expect: FALSE
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void fill(void *p);
int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = 0;
  fill(p);
  if (*p == 5)
    reach_error();
  return 0;
}
