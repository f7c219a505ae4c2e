void emit(unsigned long long value);
/* Static initialisers with addresses and constant expressions. */
int a = 3 * 4 + (5 > 2), *pa = &a, arr[] = {1, 2, 3}, *p2 = arr + 2, *p3 = &arr[1];
static const char *names[] = {"zero", "one", [3] = "three"};
struct s {
    int *p;
    const char *n;
    int (*f)(int);
    struct s *next;
};
static int twice(int x) {
    return 2 * x;
}
static struct s s2;
static struct s s1 = {&arr[2], "abc" + 1, twice, &s2};
static struct s s2 = {.f = twice, .next = &s1};
double d = 1.0 / 3;
float f = 1e10;
long l = (long)(char)300;
unsigned char uc = -1;
int diff = sizeof(int) * 8;
unsigned long off = (unsigned long)&((struct s *)0)->f;
static int zero;
char buf[100] = "start";
_Bool b = 5;
int *null = 0;
void *self = &self;
int main(void) {
    emit(a);
    emit(*pa);
    emit(*p2 + *p3);
    emit(names[3][2]);
    emit(!names[2]);
    emit(*s1.p);
    emit(s1.n[0]);
    emit(s1.f(4));
    emit(s1.next->next->f(5));
    emit((int)(d * 9));
    emit(f > 9e9);
    emit(l);
    emit(uc);
    emit(diff);
    emit(off);
    emit(zero);
    emit(buf[4] + buf[99]);
    emit(b);
    emit(!null);
    emit(self == &self);
    return 0;
}
