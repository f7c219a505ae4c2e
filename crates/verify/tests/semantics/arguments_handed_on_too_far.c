// expect: FALSE
// check: all
static char **all;

static int begins_with_dash(char **rest) {
  return rest[0][0] == '-';
}

int main(int argc, char **argv) {
  all = argv;
  return argc > 1 && begins_with_dash(all + 2);
}
