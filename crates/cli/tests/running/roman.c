// arguments: {d} {p}
// input: none
#include <stdio.h>
#include <stdlib.h>

static const struct {
  int value;
  const char *text;
} parts[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
             {40, "XL"},  {10, "X"},   {9, "IX"}, {5, "V"},    {4, "IV"},  {1, "I"}};

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    int value = abs(atoi(argv[i])) * 31 % 4000;
    printf("%4d = ", value);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
      for (; value >= parts[k].value; value -= parts[k].value)
        printf("%s", parts[k].text);
    puts(".");
  }
  return argc;
}
