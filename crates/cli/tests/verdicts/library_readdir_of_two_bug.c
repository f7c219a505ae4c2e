// expect: FALSE
// Each stream has its own entry, which the next call for that stream writes again.
#include <dirent.h>
extern void reach_error(void);
int main(void) {
  DIR *d = opendir("a"), *e = opendir("b");
  if (!d || !e) return 0;
  struct dirent *first = readdir(d), *other = readdir(e), *second = readdir(d);
  if (first && other && second && first != other && first == second) reach_error();
  return 0;
}
