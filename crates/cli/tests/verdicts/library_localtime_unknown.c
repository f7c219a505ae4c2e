// expect: UNKNOWN
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  struct tm *m = localtime(&t);
  if (m && m->tm_mon == 0) reach_error();
  return 0;
}
