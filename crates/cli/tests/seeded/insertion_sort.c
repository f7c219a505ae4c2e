// Sorts five numbers, and looks whether they are in order and the sum is what it was.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define COUNT 5

static void sort(int *numbers, int count) {
  for (int i = 1; i < count; i++) {
    int moved = numbers[i];
    int j = i - 1;
    while (j >= 0 && numbers[j] > moved) {
      numbers[j + 1] = numbers[j];
      j = j - 1;
    }
    numbers[j + 1] = moved;
  }
}

static int sum(const int *numbers, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += numbers[i];
  return total;
}

int main(void) {
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++) {
    numbers[i] = __VERIFIER_nondet_int();
    if (numbers[i] < -100 || numbers[i] > 100)
      return 0;
  }
  int before = sum(numbers, COUNT);
  sort(numbers, COUNT);
  int after = sum(numbers, COUNT);
  if (before != after)
    reach_error();
  for (int i = 0; i + 1 < COUNT; i++)
    if (numbers[i] > numbers[i + 1])
      reach_error();
  return 0;
}
// fault:   for (int i = 1; i < count; i++) {  =>   for (int i = 2; i < count; i++) {
// fault:     while (j >= 0 && numbers[j] > moved) {  =>     while (j > 0 && numbers[j] > moved) {
// fault:     while (j >= 0 && numbers[j] > moved) {  =>     while (j >= 0 && numbers[j] < moved) {
// fault:     numbers[j + 1] = moved;  =>     numbers[j] = moved;
// fault:       j = j - 1;  =>       j = j - 2;
