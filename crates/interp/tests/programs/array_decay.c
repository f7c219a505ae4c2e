void emit(unsigned long long value);
/* Arrays decay; array parameters are pointers; strings too. */
static unsigned long f(int a[10]) {
    return sizeof a;
}
static int g(int (*a)[3]) {
    return a[1][2];
}
static int h(char s[]) {
    s++;
    return *s;
}
int main(void) {
    int a[10] = {1, 2}, b[2][3] = {{1, 2, 3}, {4, 5, 6}};
    emit(f(a));
    emit(sizeof a);
    emit(g(b));
    char s[] = "xyz";
    emit(h(s));
    emit(*a + *(a + 1));
    emit(**b);
    emit(*b[1]);
    emit((*(b + 1))[1]);
    int *p = *b;
    emit(p[4]);
    emit(sizeof &a);
    emit(sizeof *&a);
    emit((char *)(&a + 1) - (char *)&a);
    emit((char *)(&b[0] + 1) - (char *)b);
    emit(sizeof(a + 0));
    const char *t = "lit" + 1;
    emit(*t);
    emit(&"abc"[2] - &"abc"[2] == 0);
    return 0;
}
