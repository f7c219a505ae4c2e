// expect: TRUE
// with: BUG
// expect: FALSE
// Static objects whose flexible array member is filled (GNU): as long as what fills them, as large as their type says.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct counted { int count; int values[]; };
struct named { short kind; char text[]; };
static struct counted two = {2, {7, 9}};
struct counted three = {.values = {1, 2, 3}, .count = 3};
static const struct named hello = {4, "hello"};
extern struct counted three;
static int *inside = two.values + 1;
static struct counted *all[] = {&two, &three};
static struct counted none = {0};
static struct counted also_none = {0, {}};
static struct { unsigned char n; struct { int a, b; } pair[]; } pairs = {2, {{1, 2}, {3, .b = 4}}};
static struct counted range = {4, {[3] = 5}};
static int sum(struct counted *of)
{
    int all = 0;
    for (int i = 0; i < of->count; i++) all += of->values[i];
    return all;
}
int main(void)
{
    static struct counted local = {1, {5}};
    struct counted copy = two;
    if (sizeof two != sizeof(int) || two.values[1] != 9 || *inside != 9) reach_error();
    two.values[1] = __VERIFIER_nondet_int() ? 3 : 4;
    if (sum(&two) < 10 || sum(&two) > 11 || *inside < 3 || *inside > 4) reach_error();
    if (sum(all[1]) != 6 || sum(&local) != 5 || copy.count != 2) reach_error();
    if (hello.text[4] != 'o' || hello.text[5] != 0 || hello.kind != 4) reach_error();
    if (none.count || also_none.count || sum(&range) != 5) reach_error();
    if (pairs.pair[1].b != 4 || pairs.pair[0].a + pairs.n != 3) reach_error();
    local.values[0]++;
#ifdef BUG
    if (local.values[0] != 5) reach_error();
#else
    if (local.values[0] != 6) reach_error();
#endif
    return 0;
}
