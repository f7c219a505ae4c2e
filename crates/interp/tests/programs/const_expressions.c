void emit(unsigned long long value);
/* Constant expressions in sizes, cases, widths, enumerators. */
enum { A = 1 << 4, B = A | 3, C = sizeof(int) * 2, D = (int)3.9, E = 'a' - 'A', F = -7 / 2, G = -7 % 3, H = 5 > 3 ? 10 : 20, I = !0 + ~0, J = (unsigned char)300, K = 1 ? 2 : 1 / 1, L = __builtin_offsetof(struct { char c; int i; }, i) };
struct s {
    int b : (3 + 2);
    char pad[B - A];
};
static int arr[C + D];
_Static_assert(A == 16, "a");
_Static_assert(sizeof(struct s) == 4, "s");
int main(void) {
    emit(B);
    emit(C);
    emit(D);
    emit(E);
    emit(F);
    emit(G);
    emit(H);
    emit(I);
    emit(J);
    emit(K);
    emit(L);
    emit(sizeof arr);
    switch (19) {
        case A + 3:
        emit(1);
        break;
        case B + 1:
        emit(2);
    }
    struct s s = {-16};
    emit(s.b);
    emit(sizeof s.pad);
    emit(__builtin_constant_p(3));
    emit(__builtin_choose_expr(1, 5, "x"));
    emit(__builtin_types_compatible_p(int, signed));
    emit(__builtin_types_compatible_p(int, long));
    return 0;
}
