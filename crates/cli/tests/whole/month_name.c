// check: valid-deref
// Months are counted from 1, names from 0.
#include <stdio.h>
#include <stdlib.h>

static const char *const names[12] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(void) {
  int month;
  if (scanf("%d", &month) != 1 || month < 1 || month > 12)
    return 1;
  puts(names[month]); /* BUG */
  return 0;
}
