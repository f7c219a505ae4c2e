// expect: TRUE
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[6];
  if (fgets(b, 5, stdin) && strlen(b) > 4) reach_error();
  return 0;
}
