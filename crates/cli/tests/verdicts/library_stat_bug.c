// expect: FALSE
#include <sys/stat.h>
extern void reach_error(void);
int main(void) {
  struct stat s;
  s.st_size = 3;
  if (stat("x", &s) == 0 && s.st_size == 77) reach_error();
  return 0;
}
