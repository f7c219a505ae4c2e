// A ring buffer of four cells. Nothing that goes in is lost, whatever the order of writes and reads: safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define SIZE 4
struct ring {
  int cell[SIZE];
  unsigned int first, used;
};

static int put(struct ring *r, int value) {
  if (r->used == SIZE)
    return 0;
  r->cell[(r->first + r->used) % SIZE] = value;
  r->used++;
  return 1;
}

static int get(struct ring *r) {
  int value = r->cell[r->first];
  r->first = (r->first + 1) % SIZE;
  r->used--;
  return value;
}

int main(void) {
  struct ring r = {{0}, 0, 0};
  int written = 0, read = 0;
  while (read < 10) {
    if (r.used > 0 && (written == 10 || __VERIFIER_nondet_int())) {
      if (get(&r) != read)
        reach_error();
      read++;
    } else if (written < 10 && put(&r, written)) {
      written++;
    }
  }
  return 0;
}
