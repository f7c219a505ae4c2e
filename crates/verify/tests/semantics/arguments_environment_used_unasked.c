// expect: FALSE
// check: null-dereference
// The environment is never null, and may be empty.
int main(int argc, char **argv, char **envp) {
  return *envp[0];
}
