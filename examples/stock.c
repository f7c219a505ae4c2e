// A shelf takes goods as long as there is room; nobody counts below zero or above the room: safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum { ROOM = 500 };

int main(void) {
  int stock = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && stock < ROOM)
      stock++;
    else if (stock > 0)
      stock--;
  }
  if (stock < 0 || stock > ROOM)
    reach_error();
  return 0;
}
