// expect: TRUE
// check: all
int main(int argc, char **argv, char **envp) {
  return envp[0] && *envp[0];
}
