/* Labels of a switch, falls from one to the next, and goto. */
int shown[64], count;
static void watch(int value) { shown[count++] = value; } // criterion
extern int input(int);

enum kind { NONE, ONE, MANY = 5 };

static enum kind sort(int n) {
  switch (n & 7) { // kept
  case 0:
    return NONE; // kept
  case 1: {
    int unused = input(90); // left out
    unused++; // left out
  }
  case 2 ... 3:
    return ONE; // kept
  default:
    n++; // left out
    break; // kept
  }
  return MANY; // kept
}

int main(void) {
  int tries = 0, total = 0, seen[4] = {0}; // kept
again: // kept
  tries++; // kept
  switch (sort(input(tries))) { // kept
  case NONE:
    goto out; // kept
  case ONE:
    total += tries; // kept
    seen[tries & 3] = 1; // left out
    break; // kept
  case MANY:
    seen[0]++; // left out
  }
  if (tries < 6)
    goto again; // kept
out: // kept
  watch(total); // kept
  for (int i = 0; i < 4; i++) // left out
    tries += seen[i]; // left out
  return tries;
}
