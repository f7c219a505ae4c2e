/* Pointers into arrays, records, the heap and literals: through calls and returns, in statics, members, loops, after frees. */
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
struct pair { int first; char name[6]; struct pair *next; };
struct both { int *in; char *text; };
static int table[10];
static int *kept = table;
static char *word = "literal";
static struct pair pool[3];

static int *further(int *from, int by) { return from + by; }
static struct pair *pick(int which) { return which > 1 ? &pool[2] : &pool[which > 0]; }
static int sum(const int *of, int count) {
  int all = 0;
  for (int i = 0; i < count && i < 10; i++) all += of[i];
  return all;
}
static void drop(char *text) { free(text); }
static struct pair *new_pair(int value) {
  struct pair *made = malloc(sizeof *made);
  made->first = value;
  made->next = 0;
  return made;
}
static int depth(struct pair *at, int left) {
  struct pair own = { left, "own", at };
  return left > 0 ? depth(left & 1 ? &own : at, left - 1) : at->first;
}

int main(void) {
  int local[4] = { 1, 2, 3, 4 }, *walk = local, *end = local + 4, result = 0;
  struct both both = { local, word };
  for (int i = 0; i < 6; i++) {
    int k = __VERIFIER_nondet_int() & 7;
    int *moved = further(table, k);
    if (k > 2) kept = &table[k];
    struct pair *chosen = pick(k);
    chosen->next = pool;
    char *letter = chosen->name + (k < 6 ? k : 5);
    *letter = 'x';
    both.in = k & 1 ? moved : walk;
    struct both other = both;
    other.text = word + (k & 3);
    char *buffer = calloc(4, (unsigned long)k + 1);
    buffer[k] = *other.text;
    char *inside = buffer + k;
    result += *inside + sum(table, k) + *kept;
    struct pair *made = new_pair(k);
    struct pair *same = made;
    same->next = chosen;
    result += depth(made, k & 3) + depth(&pool[1], 2);
    if (k == 3) drop(buffer);
    buffer = 0;
    if (walk + 1 < end) walk++; else walk = local;
    result += *walk + *other.in;
    int *list[2] = { table, &local[3] }, *at = table;
    result += *at;
    at = list[k & 1];
    result += *at;
    kept = table;
    word = k == 6 ? "other" : word;
  }
  return result;
}
