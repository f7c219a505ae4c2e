// expect: FALSE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *e = getenv("X");
  if (e && e[0] == 'a' && e[1] == 0) reach_error();
  return 0;
}
