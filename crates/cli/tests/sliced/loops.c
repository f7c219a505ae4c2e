/* Loops, jumps out of them, and what only counts elsewhere. */
int shown[64], count;
static void watch(int value) { shown[count++] = value; } // criterion
extern int input(int);

static int noise; // kept

static void log_it(int what) { noise += what; } // left out

int main(void) {
  int sum = 0, steps = 0; // kept
  double mean = 0.5; // kept
  for (int i = 0, j = 10; i < 10; i++, j--) { // kept
    int in = input(i); // kept
    if (in < 0)
      break; // kept
    if (in % 7 == 3) {
      mean += in; // left out
      continue; // kept
    }
    log_it(in); // left out
    while (in > 3) { // kept
      in -= 2; // kept
      steps++; // left out
    }
    sum += in; // kept
    do {
      steps += j; // left out
    } while (steps % 5 != 0); // left out
  }
  watch(sum); // kept
  mean /= steps + 1; // left out
  return (int)mean;
}
