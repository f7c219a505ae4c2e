// expect: FALSE
// check: all
// There may be no more than the name of the program: argv[1] is null then.
int main(int argc, char **argv) {
  return argv[1][0] == '-';
}
