// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "abc";
  if (fwrite(b, 1, 4, stdout) > 4) reach_error();
  if (b[0] != 'a') reach_error();
  return 0;
}
