// expect: FALSE
#include <stdlib.h>
extern void reach_error(void);
void *reallocarray(void *, size_t, size_t);
int main(void) {
  int *p = reallocarray(0, 2, sizeof *p);
  if (!p) return 0;
  p[1] = 3;
  if (p[1] == 3) reach_error();
  return 0;
}
