// expect: FALSE
// check: library
int printf(const char *, ...);
int main(int argc, char **argv) {
  long size = argc;
  if (argc > 3)
    printf("%s: %d bytes\n", "here", size);
  return 0;
}
