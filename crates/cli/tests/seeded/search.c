// Binary search, the largest element, and how often a number occurs, checked against a walk over the array.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define COUNT 6

static int find(const int *sorted, int count, int wanted) {
  int low = 0;
  int high = count - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (sorted[middle] == wanted)
      return middle;
    if (sorted[middle] < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

static int largest(const int *numbers, int count) {
  int best = numbers[0];
  for (int i = 1; i < count; i++) {
    if (numbers[i] > best)
      best = numbers[i];
  }
  return best;
}

static int occurrences(const int *numbers, int count, int wanted) {
  int found = 0;
  for (int i = 0; i < count; i++) {
    if (numbers[i] == wanted)
      found++;
  }
  return found;
}

int main(void) {
  int numbers[COUNT];
  int last = 0;
  for (int i = 0; i < COUNT; i++) {
    int more = __VERIFIER_nondet_int();
    if (more < 0 || more > 9)
      return 0;
    last = last + more;
    numbers[i] = last;
  }
  int wanted = __VERIFIER_nondet_int();
  int at = find(numbers, COUNT, wanted);
  int times = occurrences(numbers, COUNT, wanted);
  if (at < 0 && times > 0)
    reach_error();
  if (at >= 0 && times == 0)
    reach_error();
  if (largest(numbers, COUNT) != last)
    reach_error();
  return 0;
}
// fault:   int high = count - 1;  =>   int high = count - 2;
// fault:   while (low <= high) {  =>   while (low < high) {
// fault:       low = middle + 1;  =>       low = middle + 2;
// fault:       best = numbers[i];  =>       best = numbers[0];
// fault:   for (int i = 1; i < count; i++) {  =>   for (int i = 1; i < count - 1; i++) {
// fault:   int found = 0;  =>   int found = 1;
