void emit(unsigned long long value);
/* Empty structures, zero-length arrays, empty bodies. */
struct e {};
struct z {
    int n;
    int v[0];
};
static void nothing(void) {}
static struct e pass(struct e x) {
    return x;
}
int main(void) {
    struct e a, b;
    a = b;
    b = pass(a);
    emit(sizeof a);
    emit(sizeof(struct z));
    struct z z = {3};
    emit(z.n);
    nothing();
    for (int i = 0; i < 3; i++) ;
    if (1) ;
    else ;
    struct e arr[5];
    emit(sizeof arr);
    int q[0];
    emit(sizeof q);
    return 0;
}
