// expect: TRUE
// check: overflow
// No system gives a program so many arguments, or one so long.
extern unsigned long strlen(const char *);

int main(int argc, char **argv) {
  int length = (int)strlen(argv[0]);
  return argc * 16 + length * 2;
}
