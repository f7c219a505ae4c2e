// arguments: 
// input: commands
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long stack[16];
static int depth;

static int push(const char *word) {
  if (depth == 16)
    return -1;
  stack[depth++] = atol(word);
  return 0;
}

static int add(const char *word) {
  (void)word;
  if (depth < 2)
    return -1;
  depth--;
  stack[depth - 1] += stack[depth];
  return 0;
}

static int multiply(const char *word) {
  (void)word;
  if (depth < 2)
    return -1;
  depth--;
  stack[depth - 1] = (stack[depth - 1] * stack[depth]) % 10007;
  return 0;
}

static int show(const char *word) {
  (void)word;
  for (int i = 0; i < depth; i++)
    printf("%ld ", stack[i]);
  printf("\n");
  return 0;
}

static const struct command {
  const char *name;
  int (*run)(const char *);
} commands[] = {{"add", add}, {"mul", multiply}, {"show", show}};

int main(void) {
  char word[16];
  int errors = 0;
  while (fscanf(stdin, "%15s", word) == 1) {
    int (*run)(const char *) = push;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
      if (strcmp(word, commands[i].name) == 0)
        run = commands[i].run;
    if (run(word) < 0) {
      errors++;
      printf("cannot %s\n", word);
    }
  }
  show("");
  return errors > 100 ? 100 : errors;
}
