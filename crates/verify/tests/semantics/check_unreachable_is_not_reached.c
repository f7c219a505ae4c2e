// expect: TRUE
// check: builtin
int main(int argc, char **argv) {
  switch (argc & 1) {
  case 0:
    return 1;
  case 1:
    return 2;
  default:
    __builtin_unreachable();
  }
}
