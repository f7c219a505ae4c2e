// expect: FALSE
// check: valid-deref
// 4 times the index is 4 in 64 bits, but the index is not 1.
int numbers[4];

static int read(const int *from, unsigned long long index) {
  return from[index];
}

int main(void) {
  return read(numbers, 0x4000000000000001ULL);
}
