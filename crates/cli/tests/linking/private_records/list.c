struct node { char letter; double weight; };
struct list { struct node *first; int length; };
static struct node own = {'x', 7};
void touch(struct list *l) { l->length++; }
int total(struct list *l) { return l->length + (int)own.weight; }
