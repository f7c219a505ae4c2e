// expect: FALSE
// The content of a file is any.
#include <sys/mman.h>
extern void reach_error(void);
int main(void) {
  char *p = mmap(0, 16, PROT_READ, MAP_PRIVATE, 3, 0);
  if (p == MAP_FAILED) return 1;
  if (p[3] == 'x') reach_error();
  return 0;
}
