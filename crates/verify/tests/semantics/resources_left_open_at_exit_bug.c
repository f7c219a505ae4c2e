// expect: FALSE
// check: resources
struct __dirstream *opendir(const char *);
int closedir(struct __dirstream *);
void exit(int);
int main(int argc, char **argv) {
  struct __dirstream *here = opendir(".");
  if (here && argc > 1)
    exit(1);
  if (here)
    closedir(here);
  return 0;
}
