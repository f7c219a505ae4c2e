// check: vla-length
// As many fields as the first line says.
#include <stdio.h>

int main(void) {
  int count, sum = 0;
  if (scanf("%d", &count) != 1 || count > 100)
    return 1;
  int fields[count]; /* BUG */
  for (int i = 0; i < count; i++)
    fields[i] = i;
  for (int i = 0; i < count; i++)
    sum += fields[i];
  printf("%d\n", sum);
  return 0;
}
