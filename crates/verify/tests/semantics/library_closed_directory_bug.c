// expect: FALSE
// check: library
struct __dirstream *opendir(const char *);
struct dirent *readdir(struct __dirstream *);
int closedir(struct __dirstream *);
int main(void) {
  struct __dirstream *here = opendir(".");
  if (here) {
    do
      closedir(here);
    while (readdir(here));
  }
  return 0;
}
