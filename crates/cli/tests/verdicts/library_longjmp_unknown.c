// expect: UNKNOWN
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf there;
int main(void) {
  if (setjmp(there) != 0) reach_error();
  longjmp(there, 1);
  return 0;
}
