// expect: FALSE
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[10];
  if (fgets(b, sizeof b, stdin) && strcmp(b, "ok\n") == 0) reach_error();
  return 0;
}
