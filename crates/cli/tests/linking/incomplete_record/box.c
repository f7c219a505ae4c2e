struct box { int lock; int content; };
struct box the_box;
static struct box second;
int get(struct box *b) { return b->content; }
void put(struct box *b, int x) { b->content = x; }
struct box *other(void) { return &second; }
