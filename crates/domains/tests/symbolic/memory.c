// expect: true true
// Symbolic values in members, bit-fields, arrays, the heap, and through pointers.
extern int in(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
struct pair { int a; unsigned b : 5, c : 3; _Bool d; };
static int cells[4];
int main(void) {
    int x = in();
    struct pair one, two;
    one.a = x;
    one.b = (unsigned)x;
    one.c = 7;
    one.d = x;
    two = one;
    if (two.a != x || two.b != ((unsigned)x & 31u) || two.c != 7 || two.d != (x != 0)) reach_error();
    struct pair *heap = malloc(sizeof *heap);
    *heap = two;
    int *p = &heap->a;
    *p += 1;
    if (heap->a - 1 != one.a) reach_error();
    for (int i = 0; i < 4; i++) cells[i] = x + i;
    if (cells[3] - cells[1] != 2) reach_error();
    double f = x;
    if (f != x) reach_error();
    return 0;
}
