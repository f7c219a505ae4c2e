// expect: UNKNOWN
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm m = {0};
  m.tm_sec = 70;
  mktime(&m);
  if (m.tm_sec == 10) reach_error();
  return 0;
}
