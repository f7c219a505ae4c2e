// expect: FALSE
// A call back in a record behind an uninitialised pointer may be one that nobody here knows, and the error needs no more.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct shell { int state; int turn; void (*notify)(int); struct shell *up; };
static int told;
static void notice(int what) { told = what; }
static int serve(struct shell *s) {
  void (*call)(int) = 0;
  if (s->notify != 0)
    call = s->notify;
  else if (s->up->notify != 0)
    call = s->up->notify;
  s->turn++;
  while (1) {
    int before = s->state;
    if (s->state == 1) { s->state = 2; s->turn = 0; }
    else if (s->state == 2) { if (call != 0) s->turn = 7; s->state = 3; }
    else if (s->state == 3) { if (s->turn == 7 && __VERIFIER_nondet_int()) reach_error(); s->state = 4; }
    else return told;
    if (before != s->state && call != 0 && __VERIFIER_nondet_int() > 3)
      call(before);
  }
}
int main(void) {
  struct shell *s;
  s->state = 1;
  serve(s);
  return 0;
}
