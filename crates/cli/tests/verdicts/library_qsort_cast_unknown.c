// expect: UNKNOWN
// A function that takes fewer arguments than the sort passes has effects all the same.
#include <stdlib.h>
extern void reach_error(void);
int calls;
static int compare(const void *a) { calls++; return 1; }
int main(void) {
  int a[3] = {1, 2, 3};
  qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))compare);
  if (calls == 100) reach_error();
  return 0;
}
