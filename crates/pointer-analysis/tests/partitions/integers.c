// Pointers in integers: casts, arithmetic, tags in low bits, an xor list; and integers that are only integers.
int a, b, c, d;
int one[4], two[4];
unsigned long keep;
struct cell { unsigned long both; int v; };
struct cell left, middle, right;
int main(void) {
  keep = (unsigned long)&a;
  *(int *)keep = 1;
  unsigned long tagged = (unsigned long)&b | 1;
  if (tagged & 1) *(int *)(tagged & ~3ul) = 2;
  unsigned long sum = (unsigned long)&c + 8;
  sum -= 4;
  *(int *)(sum - 4) = 3;
  for (int i = 0; i < 4; i++) one[i] = two[i] = i;
  left.both = (unsigned long)&middle;
  middle.both = (unsigned long)&left ^ (unsigned long)&right;
  right.both = (unsigned long)&middle;
  struct cell *at = &left;
  unsigned long before = 0;
  for (int i = 0; i < 3; i++) {
    at->v = i;
    unsigned long next = at->both ^ before;
    before = (unsigned long)at;
    at = (struct cell *)next;
  }
  int *low = &d;
  unsigned char bytes[sizeof low];
  unsigned long number = (unsigned long)low;
  for (unsigned i = 0; i < sizeof low; i++) bytes[i] = number >> (8 * i);
  unsigned long back = 0;
  for (unsigned i = 0; i < sizeof low; i++) back |= (unsigned long)bytes[i] << (8 * i);
  *(int *)back = 9;
  return a + b + c + d + one[1] + two[2] + right.v;
}
