// expect: FALSE
#include <dirent.h>
extern void reach_error(void);
int main(void) {
  DIR *d = opendir(".");
  struct dirent *e;
  if (d && (e = readdir(d)) && e->d_name[0] == '.') reach_error();
  return 0;
}
