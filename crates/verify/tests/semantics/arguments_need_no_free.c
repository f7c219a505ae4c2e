// expect: TRUE
// check: valid-free,valid-memcleanup
// The program's own memory is freed; the arguments are not its own.
extern void free(void *);
extern void *malloc(unsigned long);

int main(int argc, char **argv) {
  char *own = malloc(1);
  *own = argc > 1 ? argv[1][0] : 0;
  free(own);
  return 0;
}
