/* Initialisers: lists, designators of C99 and old GNU, compound literals, ranges. */
struct point { int x, y; };
struct line { struct point from, to; int tags[4]; char name[8]; };
int list[] = { 1, 2, 3, };
int nested[2][2] = { { 1, 2 }, { 3 } };
int flat[2][2] = { 1, 2, 3 };
int indexed[10] = { [3] = 1, 2, [7] = 3 };
int ranged[10] = { [0 ... 3] = 1, [5 ... 6] = 2 };
int old_indexed[4] = { [1] 5, [2] 6 };
struct point designated = { .y = 1, .x = 2 };
struct point old_designated = { y: 1, x: 2 };
struct line deep = { .from.x = 1, .to = { .y = 2 }, .tags[2] = 3, .tags[0 ... 1] = 4, .name = "ab" };
struct line array[2] = { [1].to.y = 3, [0] = { .tags = { [3] = 1 } } };
char text[] = "abc" "def";
char braced[] = { "abc" };
char *pointer = "x" "y" "z";
int empty_list[2] = { };
int scalar = { 5 };
struct point *literal = &(struct point){ 1, 2 };
int *array_literal = (int[]){ 1, 2, 3 };
int use(struct point p) { return p.x + ((struct point){ .x = p.y }).x + (int){ 3 } + ((int[2]){ 1, 2 })[1] + sizeof (struct point){ 1, 2 } + sizeof((struct point){ 1, 2 }.x); }
int call(void) { return use((struct point){ 1, 2 }) + use(((struct point){ y: 3 })); }
union u { int i; float f; } unions[] = { { 1 }, { .f = 1.5f } };
int conditional[] = { 1 ? 2 : 3, 1 == 1 };
int commas(void) { int a[] = { 1 ? 2 : 3, (4, 5), 6 }; return sizeof a; }
int local(void) { int a[3] = { [2] = 1 }; struct line l = { .name = { [0] = 'x' } }; return a[2] + l.name[0]; }
