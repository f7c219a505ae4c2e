#include <stdio.h>

// As many zeros as the input says.
int main(void) {
  int count;
  if (scanf("%d", &count) != 1 || count > 40)
    return 1;
  char zeros[count];
  for (int i = 0; i < count; i++)
    zeros[i] = '0';
  fwrite(zeros, 1, count, stdout);
  return 0;
}
