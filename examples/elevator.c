// An elevator between three floors. The door must be shut when it moves; there is one way to forget that.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum floor { GROUND, FIRST, SECOND };
struct elevator {
  enum floor at;
  int door_open;
};

static void move(struct elevator *e, int up) {
  if (e->door_open)
    reach_error();
  if (up && e->at != SECOND)
    e->at++;
  if (!up && e->at != GROUND)
    e->at--;
}

static void open_door(struct elevator *e) { e->door_open = 1; }
static void close_door(struct elevator *e) { e->door_open = 0; }

int main(void) {
  struct elevator e = {GROUND, 0};
  for (int hour = 0; hour < 4; hour++) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      close_door(&e);
      move(&e, 1);
      break;
    case 1:
      if (e.at != SECOND)
        close_door(&e);
      move(&e, 0);
      break;
    default:
      open_door(&e);
    }
  }
  return 0;
}
