// expect: TRUE
#include <iconv.h>
extern void reach_error(void);
int main(void) {
  iconv_t handle = iconv_open("UTF-8", "ISO-8859-1");
  if (handle == (iconv_t)-1) return 1;
  int closed = iconv_close(handle);
  if (closed != 0 && closed != -1) reach_error();
  return 0;
}
