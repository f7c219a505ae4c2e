// A barrier with a state machine: cars enter while there is room, and a ticket is paid before one leaves.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { CLOSED, OPENING, OPEN };
enum { ARRIVE, PAY, LEAVE };

static int barrier;
static int cars;
static int paid;
static const int room = 3;

static void arrive(void) {
  if (cars >= room)
    return;
  cars = cars + 1;
  barrier = OPEN;
}

static void pay(void) {
  if (paid < cars)
    paid = paid + 1;
}

static void leave(void) {
  if (paid == 0)
    return;
  paid = paid - 1;
  cars = cars - 1;
  barrier = OPEN;
}

static void handle(int event) {
  switch (event) {
  case ARRIVE:
    arrive();
    break;
  case PAY:
    pay();
    break;
  case LEAVE:
    leave();
    break;
  default:
    barrier = CLOSED;
    break;
  }
}

int main(void) {
  for (int i = 0; i < 7; i++) {
    int event = __VERIFIER_nondet_int();
    int before = cars;
    handle(event);
    if (cars < 0 || cars > 3)
      reach_error();
    if (paid < 0 || paid > cars)
      reach_error();
    if (cars != before && barrier != OPEN)
      reach_error();
    if (event == 7 && barrier != CLOSED)
      reach_error();
  }
  return 0;
}
// fault:   if (cars >= room)  =>   if (cars > room)
// fault:   if (paid < cars)  =>   if (paid <= cars)
// fault:   paid = paid - 1;  =>   paid = paid + 1;
// fault:     barrier = CLOSED;  =>     barrier = OPENING;
// fault:   if (paid == 0)  =>   if (cars == 0)
