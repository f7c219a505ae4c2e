// check: valid-deref
// A search by halves, whose upper end goes below zero.
#include <stdio.h>

static const int table[4] = {2, 3, 5, 7};

static int find(int key) {
  unsigned low = 0, high = 3;
  while (low <= high) {
    unsigned middle = (low + high) / 2;
    if (table[middle] == key) /* BUG */
      return 1;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  return find(argc);
}
