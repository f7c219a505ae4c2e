// expect: TRUE
#include <string.h>
#include <stdio.h>
extern void reach_error(void);
static int log_[8], k;
static void done(int *p) { log_[k++] = *p; }
int main(int argc, char **argv) {
  void *t[] = {&&a, &&b};
  int i = 0;
  {
    int x __attribute__((cleanup(done))) = 5;
    goto *t[argc > 1];
  }
a: i = 1; goto end;
b: i = 2;
end:
  if (k != 1 || log_[0] != 5) reach_error();
  printf("%d %zu\n", i, strlen(argv[0]));
  return 0;
}
