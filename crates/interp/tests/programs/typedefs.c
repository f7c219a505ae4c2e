void emit(unsigned long long value);
/* Typedefs of everything. */
typedef int I, *PI, AI[3], FI(int), (*PFI)(int);
typedef struct tag {
    PI p;
    AI a;
    PFI f;
}
S;
typedef S *PS;
typedef PS APS[2];
typedef unsigned long long u64;
typedef I M[2][2];
FI sq;
I sq(I x) {
    return x * x;
}
int main(void) {
    I i = 3;
    PI p = &i;
    AI a = {1, 2, 3};
    PFI f = sq;
    S s = {p, {4, 5, 6}, f};
    PS q = &s;
    APS r = {q, 0};
    emit(*r[0]->p + r[0]->a[1] + r[0]->f(5));
    M m = {{1, 2}, {3, 4}};
    emit(m[1][0]);
    emit(sizeof(M));
    const AI ca = {7, 8, 9};
    emit(ca[2]);
    u64 u = -1;
    emit(u >> 60);
    emit(a[2]);
    typedef const PI cpi;
    cpi c = p;
    *c = 11;
    emit(i);
    return 0;
}
