// expect: TRUE
#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char s[4];
  errno = 3;
  strcpy(s, "abc");
  if (errno != 3 || strlen(s) != 3) reach_error();
  return 0;
}
