// expect: TRUE
// setjmp gives 0 when it is called; it returns again only behind a longjmp, and there is none.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf there;
int main(void) {
  if (setjmp(there) != 0) reach_error();
  return 0;
}
