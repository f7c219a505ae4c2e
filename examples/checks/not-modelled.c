#include <setjmp.h>
#include <stdio.h>

static jmp_buf failed;

int main(void) {
  int number;
  if (setjmp(failed))
    return 1;
  if (scanf("%d", &number) != 1)
    longjmp(failed, 1);
  printf("%d\n", number / 2);
  return 0;
}
