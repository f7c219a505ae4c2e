// arguments: {w}? {w}? {l}? {d}?
// input: none
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
  char line[80] = "";
  for (int i = 1; i < argc; i++) {
    if (strlen(line) + strlen(argv[i]) + 2 > sizeof line) {
      fputs("too long\n", stderr);
      return 1;
    }
    if (i > 1)
      strcat(line, "+");
    strcat(line, argv[i]);
  }
  for (char *p = argv[argc - 1]; *p; p++)
    if (argc > 1 && *p >= 'a' && *p <= 'z')
      *p -= 'a' - 'A';
  printf("%d '%s' '%s' %d\n", argc, line, argc > 1 ? argv[argc - 1] : "", argv[argc] == NULL);
  return (int)strlen(line);
}
