// flags: --check valid-free --time-limit 6s
// What the library gives a pointer to and keeps must not be freed.
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
  time_t now = argc;
  switch (argc) {
  case 1:
    free(getenv("HOME")); // valid-free: violated
    break;
  case 2:
    free(strerror(argc)); // valid-free: violated
    break;
  case 3:
    free(ctime(&now)); // valid-free: unknown
    break;
  case 4: {
    char *home = getenv("HOME");
    char *shell = getenv("SHELL");
    if (home && shell)
      home = realloc(home, 100); // valid-free: violated
    break;
  }
  case 5:
    free(nl_langinfo(CODESET)); // valid-free: violated
    break;
  }
  return 0;
}
