// arguments: {x}
// input: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static double sum(void);

static double factor(void) {
  while (isspace((unsigned char)*at))
    at++;
  if (*at == '(') {
    at++;
    double value = sum();
    if (*at == ')')
      at++;
    return value;
  }
  if (*at == '-') {
    at++;
    return -factor();
  }
  char *end;
  double value = strtod(at, &end);
  if (end == at) {
    printf("error at '%s'\n", at);
    exit(3);
  }
  at = end;
  return value;
}

static double product(void) {
  double value = factor();
  for (;;) {
    if (*at == '*') {
      at++;
      value *= factor();
    } else if (*at == '/') {
      at++;
      value /= factor();
    } else
      return value;
  }
}

static double sum(void) {
  double value = product();
  for (;;) {
    if (*at == '+') {
      at++;
      value += product();
    } else if (*at == '-') {
      at++;
      value -= product();
    } else
      return value;
  }
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  at = argv[1];
  double value = sum();
  printf("%.6g %.3f %e\n", value, value, value);
  return *at != 0;
}
