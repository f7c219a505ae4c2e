// expect: TRUE
extern void reach_error(void);
typedef struct { int id; long weight; } record;
typedef int (*compare)(const void *, const void *);
typedef void (*visit)(record *, int);
void each(record *, int, visit);
const record *best(const record *, int, compare);
static int by_weight(const record *a, const record *b) { return (a->weight > b->weight) - (a->weight < b->weight); }
static int seen;
static void count(record *r) { seen += r->id; }
int main(void) {
  record records[3] = {{1, 5}, {2, 9}, {3, 7}};
  each(records, 3, (visit)count);
  if (seen != 6 || best(records, 3, (compare)by_weight)->id != 2)
    reach_error();
  return 0;
}
