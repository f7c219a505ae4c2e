void emit(unsigned long long value);
/* sizeof does not evaluate, but for variable lengths. */
static int n;
static int f(void) {
    n++;
    return 1;
}
int main(void) {
    emit(sizeof f() + sizeof(f() + 1ll));
    emit(n);
    emit(sizeof(int[3][f() + 2]));
    emit(n);
    emit(sizeof(char *[5]));
    emit(sizeof(int (*)(int)));
    int x = 1;
    emit(sizeof(x++));
    emit(x);
    emit(sizeof x + 1);
    emit(sizeof(x) * 2);
    emit(sizeof(struct { char a; int b; }));
    emit(sizeof "abc" "d");
    emit(sizeof(char));
    emit(sizeof(void));
    emit(sizeof main);
    emit(_Alignof(long long));
    emit(__alignof__(x));
    return 0;
}
