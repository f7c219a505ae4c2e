/* What the program does not initialise, and memory that it does not name. */
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
struct session { int state; int version; struct session *next; char name[4]; };
int main(void) {
  struct session *s;
  struct session *t = __VERIFIER_nondet_pointer();
  int u, w[3];
  if (!s) return 1;
  s->state = 12292;
  s->version = 3;
  if (s->state != 12292) return 9;
  if (t) {
    t->state = 5;
    if (s->state == 5) return 2;
    if (t->next && t->next->version == 17) return 3;
    if (s->name[2] == 'x') t->name[2] = 'y';
    if (s->name[2] == 'y') return 4;
  }
  if (u > 100) return 5;
  if (w[0] == w[1]) return 6;
  w[u & 1] = 4;
  return w[1] == 4 ? 7 : 8;
}
