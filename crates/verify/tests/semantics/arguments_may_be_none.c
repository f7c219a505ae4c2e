// expect: FALSE
// option: arguments.may-be-none=true
// check: null-dereference
int main(int argc, char **argv) {
  return argv[0][0];
}
