// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 70
extern int __VERIFIER_nondet_int(void);
static const int table[8] = {2, 3, 5, 8, 13, 21, 34, 55};

static int find(int key) {
#ifdef BUG
  int low = 0, high = 8;
#else
  int low = 0, high = 7;
#endif
  while (low <= high) {
    int mid = low + (high - low) / 2;
    if (table[mid] == key)
      return mid;
    if (table[mid] < key)
      low = mid + 1;
    else
      high = mid - 1;
  }
  return -1;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  int at = find(key);
  if (at >= 0 && table[at] != key)
    return 1;
  return 0;
}
