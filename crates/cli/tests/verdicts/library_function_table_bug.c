// expect: FALSE
#include <string.h>
extern void reach_error(void);
static char *(*const ops[])(char *, const char *) = {strcpy, strcat};
int main(void) {
  char b[8] = "";
  ops[0](b, "a");
  ops[1](b, "b");
  if (b[1] == 'b') reach_error();
  return 0;
}
