// arguments: {o:-v|-q|-vv|-x} {o:--count=3|-c 7|--name|--unknown}? {w} {o:-v|--}? {w}?
// input: none
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static const struct option longs[] = {
      {"verbose", no_argument, NULL, 'v'},
      {"count", required_argument, NULL, 'c'},
      {"name", optional_argument, NULL, 'n'},
      {NULL, 0, NULL, 0},
  };
  int option, verbose = 0, wrong = 0;
  long count = 1;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "vqc:", longs, NULL)) != -1)
    switch (option) {
    case 'v':
      verbose++;
      break;
    case 'q':
      verbose = 0;
      break;
    case 'c':
      count = strtol(optarg, NULL, 0);
      break;
    case 'n':
      printf("name %s\n", optarg ? optarg : "(none)");
      break;
    default:
      wrong++;
      printf("wrong option, optopt %d\n", optopt);
    }
  printf("verbose %d count %ld\n", verbose, count);
  for (int i = optind; i < argc; i++)
    printf("operand %s\n", argv[i]);
  return wrong ? 64 : 0;
}
