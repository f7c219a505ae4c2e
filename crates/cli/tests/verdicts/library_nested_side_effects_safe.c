// expect: TRUE
// An argument is evaluated once.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int i = 0;
  char b[8];
  snprintf(b, sizeof b, "%d%d", i++, 7);
  if (i != 1) reach_error();
  char *p = "ab";
  if (strlen(p++) != 2 || *p != 'b') reach_error();
  printf("%d", i++);
  if (i != 2) reach_error();
  return 0;
}
