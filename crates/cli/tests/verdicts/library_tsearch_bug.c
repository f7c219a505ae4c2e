// expect: FALSE
extern void reach_error(void);
void *tsearch(const void *, void **, int (*)(const void *, const void *));
static int cmp(const void *a, const void *b) {
  return *(int *)a - *(int *)b;
}
int main(void) {
  int k = 1;
  void *root = 0;
  tsearch(&k, &root, cmp);
  if (root) reach_error();
  return 0;
}
