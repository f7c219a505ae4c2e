// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
extern void *malloc(unsigned long);
struct link { int state; int retries; unsigned char flags; };
void serve(struct link *s) {
  s->state = 100; s->retries = 0; s->flags = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (s->state == 100) { if (event > 0) s->state = 120; }
    else if (s->state == 120) { s->flags = s->flags | 4; s->state = 140; }
#ifdef BUG
    else if (s->state == 140) { if (!(s->flags & 4)) reach_error(); s->state = event ? 100 : 180; }
#else
    else if (s->state == 140) { if (!(s->flags & 4)) reach_error(); s->state = event ? 100 : 160; }
#endif
    else if (s->state != 160) reach_error();
    else { s->state = 100; s->flags = 0; }
  }
}
int main(void) { struct link *s = malloc(sizeof *s); if (!s) return 0; serve(s); }
