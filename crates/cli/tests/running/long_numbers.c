// arguments: {d}
// input: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 200

int main(int argc, char **argv) {
  int n = argc > 1 ? abs(atoi(argv[1])) : 20;
  unsigned char digits[DIGITS] = {1};
  int length = 1;
  for (int factor = 2; factor <= n; factor++) {
    int carry = 0;
    for (int i = 0; i < length; i++) {
      carry += digits[i] * factor;
      digits[i] = carry % 10;
      carry /= 10;
    }
    for (; carry > 0 && length < DIGITS; carry /= 10)
      digits[length++] = carry % 10;
  }
  char text[DIGITS + DIGITS / 3 + 1], *to = text;
  for (int i = length - 1; i >= 0; i--) {
    *to++ = '0' + digits[i];
    if (i % 3 == 0 && i)
      *to++ = '\'';
  }
  *to = 0;
  printf("%d! = %s\n", n, text);
  long double approximate = 1;
  for (int i = 2; i <= n; i++)
    approximate *= i;
  printf("%.12Le %Lg\n", approximate, approximate / 3);
  return length;
}
