// arguments: 
// input: json
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static int c;

static void skip(void) {
  do
    c = getchar();
  while (isspace(c));
}

static void value(int depth) {
  if (depth > 20)
    exit(9);
  if (c == '[') {
    printf("%*sarray\n", 2 * depth, "");
    skip();
    while (c != ']') {
      if (c == EOF)
        exit(1);
      value(depth + 1);
      if (c == ',')
        skip();
      else if (c != ']') {
        printf("unexpected %d\n", c);
        exit(2);
      }
    }
    skip();
  } else if (isdigit(c) || c == '-') {
    ungetc(c, stdin);
    double number;
    if (scanf("%lf", &number) != 1)
      exit(3);
    printf("%*s%g\n", 2 * depth, "", number);
    skip();
  } else if (isalpha(c)) {
    printf("%*s", 2 * depth, "");
    for (; isalpha(c); c = getchar())
      putchar(c);
    putchar('\n');
    if (isspace(c))
      skip();
  } else
    exit(4);
}

static void done(void) { puts("done"); }

int main(void) {
  atexit(done);
  skip();
  value(0);
  return c != EOF;
}
