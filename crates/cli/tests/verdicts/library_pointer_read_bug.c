// expect: FALSE
#include <unistd.h>
extern void reach_error(void);
struct ops {
  ssize_t (*get)(int, void *, size_t);
};
int main(void) {
  struct ops o = {read};
  int x = 0;
  o.get(0, &x, 4);
  if (x == 99) reach_error();
  return 0;
}
