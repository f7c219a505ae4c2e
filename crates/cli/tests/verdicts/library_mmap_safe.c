// expect: TRUE
// It may fail; a mapping of no file begins with zeros, at a page.
#include <sys/mman.h>
extern void reach_error(void);
int main(void) {
  char *p = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  if (!p || p[3]) reach_error();
  p[15] = 1;
  if (p[15] != 1) reach_error();
  return 0;
}
