// check: null-dereference
// A visitor without a context.
#include <stdio.h>

typedef void visitor(int value, void *context);

static void count(int value, void *context) { *(int *)context += value; } /* BUG */
static void ignore(int value, void *context) { (void)value, (void)context; }

static void each(visitor *visit, void *context) {
  for (int i = 0; i < 3; i++)
    visit(i, context);
}

int main(int argc, char **argv) {
  int total = 0;
  (void)argv;
  each(argc > 1 ? count : ignore, argc > 2 ? &total : NULL);
  return total;
}
