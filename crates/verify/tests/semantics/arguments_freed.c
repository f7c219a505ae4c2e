// expect: FALSE
// check: valid-free
// Nobody allocated the strings.
extern void free(void *);

int main(int argc, char **argv) {
  if (argc > 1)
    free(argv[1]);
  return 0;
}
