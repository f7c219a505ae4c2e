// The exit status for an option of the command line.
int main(int argc, char **argv) {
  int status;
  if (argc < 2)
    return 0;
  switch (argv[1][0]) {
  case 'q': status = 1; break;
  case 'v': status = 2; break;
  }
  return status;
}
