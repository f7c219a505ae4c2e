/* Pointers, arrays, unions, bit-fields, copies, with unknown indices. */
typedef __typeof__(sizeof(0)) size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct item { short tag; int value; struct item *next; unsigned low : 3, high : 7; signed int small : 4; };
union mix { int whole; unsigned char byte[4]; short half[2]; };
static int table[6] = {3, 1, 4, 1, 5, 9};
static const char *text = "memory";
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 6, j = __VERIFIER_nondet_uint() % 6;
  int n = __VERIFIER_nondet_int(), a[8], x = n, y = 4;
  for (int k = 0; k < 8; k++) a[k] = k * k;
  swap(&x, &y);
  swap(&table[i], &table[j]);
  a[i] += n;
  int sum = table[i] + a[j] + text[i];
  struct item *list = 0;
  for (int k = 0; k < 3; k++) {
    struct item *new = malloc(sizeof *new);
    new->tag = (short)(n + k);
    new->value = k == 1 ? n : k;
    new->next = list;
    new->low = (unsigned)n;
    new->high = new->low + 5u;
    new->small = n;
    list = new;
  }
  if (list->next->value == n) sum++;
  for (struct item *at = list; at; at = at->next) sum += at->tag + (int)at->high + at->small;
  union mix m;
  m.whole = n;
  m.byte[1] = 7;
  if (m.half[0] == 0x700) sum += 100;
  sum += m.whole;
  int *zeros = calloc(50, sizeof(int));
  if (zeros[i] != 0) return 9;
  zeros[j] = 2;
  memcpy(a, zeros, sizeof a);
  if (a[j] != 2) return 9;
  memset(zeros, 255, 50 * sizeof(int));
  if (zeros[i + j] != -1) return 9;
  struct item copy = *list;
  copy.value += sum;
  int *p = i < 3 ? &x : &a[j];
  *p = 77;
  if (x == 77) return sum;
  return copy.value + y;
}
