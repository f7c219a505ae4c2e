// expect: TRUE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (execl("/bin/x", "x", (char *)0) != -1) reach_error();
  return 0;
}
