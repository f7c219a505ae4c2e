// class: what the library keeps of an argument
// expect: FALSE|UNKNOWN
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char text[] = "AB=1";
  putenv(text);
  text[3] = '2';
  char *value = getenv("AB");
  if (value && *value == '2')
    reach_error();
  return 0;
}
