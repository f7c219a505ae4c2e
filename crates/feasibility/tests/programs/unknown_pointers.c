/* Pointers that the program does not initialise, and memory that it does not name. */
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
struct session { int state; int version; struct session *next; char name[4]; };
int main(void) {
  struct session *s;
  struct session *t = __VERIFIER_nondet_pointer();
  int n = __VERIFIER_nondet_int();
  if (!s) return 1;
  s->state = 12292;
  s->version = n;
  if (s->state != 12292) return 9;
  if (t) {
    t->state = 5;
    if (s->state == 5) return 2;
    if (s->version != n) return 9;
    if (t->next && t->next->version == 17) return 3;
    if (s->name[2] == 'x') t->name[2] = 'y';
    if (s->name[2] == 'y') return 4;
    t->version = 3;
    s->name[n & 3] = 'z';
    if (t->version + s->version == 9) return 5;
  }
  return s->version > 7 ? 6 : 7;
}
