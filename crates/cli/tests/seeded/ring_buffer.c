// A queue in an array, compared with the numbers that were put in and taken out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SIZE 4

struct queue {
  int slots[SIZE];
  int head;
  int count;
};

static struct queue q;

static int put(int value) {
  if (q.count == SIZE)
    return 0;
  int at = (q.head + q.count) % SIZE;
  q.slots[at] = value;
  q.count = q.count + 1;
  return 1;
}

static int take(int *value) {
  if (q.count == 0)
    return 0;
  *value = q.slots[q.head];
  q.head = (q.head + 1) % SIZE;
  q.count = q.count - 1;
  return 1;
}

int main(void) {
  int written = 0, read = 0;
  for (int step = 0; step < 10; step++) {
    int value = -1;
    if (__VERIFIER_nondet_int()) {
      if (put(written))
        written++;
    } else if (take(&value)) {
      if (value != read)
        reach_error();
      read++;
    }
    if (written - read > SIZE)
      reach_error();
    if (written - read < 0)
      reach_error();
  }
  return 0;
}
// fault:   int at = (q.head + q.count) % SIZE;  =>   int at = (q.head + q.count + 1) % SIZE;
// fault:   q.head = (q.head + 1) % SIZE;  =>   q.head = (q.count + 1) % SIZE;
// fault:   q.count = q.count - 1;  =>   q.count = q.count + 1;
// fault:   q.slots[at] = value;  =>   q.slots[q.head] = value;
