// expect: TRUE
// check: all
int main(int argc, char **argv) {
  if (argc == 0)
    return argv[1][0];
  return argv[0][0];
}
