// expect: FALSE
#include <sys/wait.h>
extern void reach_error(void);
int main(void) {
  int s = 0;
  wait(&s);
  if (s == 256) reach_error();
  return 0;
}
