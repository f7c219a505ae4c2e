// flags: --check valid-free
// Each execution ends at once, so none is worth changing; there is a name all the same.
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  void *name = argv[0];
  if (argc == 0 || !name)
    reach_error(); // assertion: proved
  if (name && name != (void *)-1)
    free(name); // valid-free: violated
  return 0;
}
