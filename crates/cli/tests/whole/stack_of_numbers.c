// check: valid-deref
// A calculator for reverse Polish notation, whose stack is never full.
#include <ctype.h>
#include <stdio.h>

static long stack[3];
static int depth;

static void push(long value) { stack[depth++] = value; } /* BUG */
static long pop(void) { return depth > 0 ? stack[--depth] : 0; }

int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (isdigit(c))
      push(c - '0');
    else if (c == '+')
      push(pop() + pop());
    else if (c == '\n')
      printf("%ld\n", pop());
  }
  return 0;
}
