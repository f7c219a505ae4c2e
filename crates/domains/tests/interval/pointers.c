/* Pointers as numbers: null or not, through calls, members, loops, conversions to integers and back. */
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
struct node { int value; struct node *next; };
int table[8];
struct node global;
static int *pick(int *from, int k) { return k > 3 ? from : k < 0 ? 0 : from + k; }
static int first(struct node *of) { if (!of) return -1; int *value = &of->value; return *value; }
static int twice(int x) { return 2 * x; }
int main(void) {
  struct node own = { 1, 0 }, *head = &own, *end = 0;
  int *p = table, *q = 0, sum = 0;
  int (*f)(int) = twice;
  unsigned long number;
  for (int i = 0; i < 9; i++) {
    int k = __VERIFIER_nondet_int();
    q = pick(table, k);
    if (q) sum += *q;
    if (k == 2) q = p; else if (k == 5) p = &table[k & 7];
    number = (unsigned long)q;
    if (number != 0) { int *again = (int *)number; sum += again == q; }
    int low = (int)(long)p, is = p != 0, both = q && p;
    sum += low & 1 ? is : both;
    own.next = i % 3 ? &global : end;
    head = own.next ? own.next : &own;
    sum += first(own.next) + first(head);
    end = head;
    if (f && i == 4) sum = f(sum & 63);
    f = i > 6 ? 0 : twice;
    struct node *made = malloc(sizeof *made);
    made->next = i & 1 ? made : 0;
    if (made->next == made) global.next = made; else global.next = made->next;
    p = q > p ? q : p;
  }
  return sum;
}
