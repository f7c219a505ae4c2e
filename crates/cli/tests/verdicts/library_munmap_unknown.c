// expect: UNKNOWN
// What a part of an object is that is no longer mapped is not modelled.
#include <sys/mman.h>
extern void reach_error(void);
int main(void) {
  char *p = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  if (munmap(p, 16) != 0) return 1;
  p[3] = 0;
  return 0;
}
