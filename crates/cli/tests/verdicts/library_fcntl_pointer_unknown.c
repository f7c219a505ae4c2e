// expect: UNKNOWN
// What 'fcntl' writes through a pointer is not modelled, be it a number or not.
#include <fcntl.h>
extern void reach_error(void);
int main(void) {
  struct flock l = {0};
  if (fcntl(0, F_SETFL, 0) < -1000000) return 1;
  fcntl(0, F_GETLK, (long)&l);
  if (l.l_pid == 7) reach_error();
  return 0;
}
