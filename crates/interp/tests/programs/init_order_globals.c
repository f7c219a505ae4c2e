void emit(unsigned long long value);
/* Globals that refer to each other, to functions and to themselves. */
struct node {
    int id;
    struct node *next;
    int (*get)(const struct node *);
};
static int get(const struct node *n) {
    return n->id;
}
static int twice(const struct node *n) {
    return n->id * 2;
}
extern struct node c;
struct node a = {1, &c, get}, b = {2, &a, twice}, c = {3, &b, get};
struct node *ring[] = {&a, &b, &c, 0};
int *deep = &((struct node *)&c)->id;
char *end = (char *)&a + sizeof a;
int table[3][2] = {{1}, [2] = {5, 6}};
int main(void) {
    struct node *p = &a;
    for (int i = 0; i < 7; i++) {
        emit(p->get(p));
        p = p->next;
    }
    for (struct node **r = ring; *r; r++) emit((*r)->id);
    emit(*deep);
    emit(end - (char *)&a == sizeof a);
    emit(table[1][0] + table[2][1]);
    return 0;
}
