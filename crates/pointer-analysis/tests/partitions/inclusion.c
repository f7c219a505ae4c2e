// What inclusion must not lose: pointers in copies, of a choice, in what escaped, and made of a number that no flow of values leads to.
typedef unsigned long word;
void *memcpy(void *, const void *, unsigned long);
struct box { int *to; int kind; };
int a, b, hidden, *holder = &hidden;
static word rebuilt(word of) {
  word n = 0;
  for (int i = 0; i < 64; i++)
    if (of >> i & 1) n |= 1ul << i;
  return n;
}
int main(void) {
  struct box first = {&a, 1}, second = {&b, 2}, third;
  memcpy(&second, &first, a + sizeof second);
  *second.to = 1;
  third = second;
  *third.to += 2;
  int *chosen = a > 5 ? &a : &b;
  *chosen = 4;
  int **found = (int **)rebuilt((word)&holder);
  **found = 3;
  return a + b + hidden;
}
