// expect: FALSE
// What may be opened may fail to be.
#include <dlfcn.h>
extern void reach_error(void);
int main(void) {
  void *library = dlopen("libm.so.6", RTLD_NOW);
  if (!library) reach_error();
  dlclose(library);
  return 0;
}
