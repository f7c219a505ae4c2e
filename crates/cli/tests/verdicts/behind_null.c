// expect: FALSE
// Where nobody asks whether accesses are defined, an execution goes on behind one near null: memory there holds any value.
extern void reach_error(void);

struct pair { int first, second; };

static int second(struct pair *of) { return of->second; }

int main(void) {
  if (second(0) == 3)
    reach_error();
  return 0;
}
