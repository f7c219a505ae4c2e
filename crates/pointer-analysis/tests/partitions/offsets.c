// Pointers to the middle of records, and walks backwards.
struct pair { int first, second; };
struct box { long head; struct pair in; short tail[3]; };
struct box boxes[3];
static int *inner(struct box *b) { return &b->in.second; }
static void clear(struct pair *p) { p->first = p->second = 0; }
int main(void) {
  struct box one;
  int *p = inner(&one);
  *p = 4;
  p[-1] = 3;
  clear(&one.in);
  one.head = 1;
  struct box *end = boxes + 3;
  while (end-- != boxes) end->head = end->in.first;
  short *s = &one.tail[1];
  *s = 2;
  s[1] = 1;
  s[-1] = 0;
  return one.tail[2] + *(int *)((char *)&one + 8) + *p;
}
