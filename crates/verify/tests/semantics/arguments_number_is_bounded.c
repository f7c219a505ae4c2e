// expect: TRUE
// check: overflow
// No system gives a program so many arguments.
int main(int argc, char **argv) {
  return argv[0] ? argc * 16 : 0;
}
