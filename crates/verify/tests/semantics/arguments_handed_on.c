// expect: TRUE
// check: all
static char **all;
static int number;

static int begins_with_dash(char **rest) {
  return rest[0] && rest[0][0] == '-';
}

int main(int argc, char **argv) {
  all = argv;
  number = argc;
  return begins_with_dash(all + (number > 1));
}
