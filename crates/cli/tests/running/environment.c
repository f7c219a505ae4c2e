// arguments: {o:HOME|LANG|WORD|NOTHING}
// input: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **environment) {
  int count = 0;
  for (char **entry = environment; *entry; entry++) {
    printf("%d %s\n", ++count, *entry);
  }
  const char *name = argc > 1 ? argv[1] : "HOME";
  const char *value = getenv(name);
  printf("%s is %s\n", name, value ? value : "not set");
  setenv("WORD", "changed", 0);
  setenv("NEW", name, 1);
  unsetenv("LANG");
  printf("%s %s %d\n", getenv("WORD"), getenv("NEW"), getenv("LANG") == NULL);
  return value ? (int)strlen(value) : 200;
}
