void emit(unsigned long long value);
/* Mutual recursion, and locals that are each activation's own. */
static int odd(int n);
static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}
static int tree(int depth, int path[]) {
    int mine = depth * 3;
    if (depth == 4) {
        int s = 0;
        for (int i = 0; i < 4; i++) s = s * 5 + path[i];
        return s;
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        path[depth] = i;
        int saved = mine;
        sum += tree(depth + 1, path) * (i + 1);
        if (saved != mine) return -1;
    }
    return sum + mine;
}
static void hanoi(int n, int a, int b, int c, int *moves) {
    if (!n) return;
    hanoi(n - 1, a, c, b, moves);
    *moves = (*moves * 7 + a * 3 + c) % 100003;
    hanoi(n - 1, b, a, c, moves);
}
int main(void) {
    emit(even(10));
    emit(odd(7));
    emit(even(101));
    int path[4];
    emit(tree(0, path));
    int m = 0;
    hanoi(8, 1, 2, 3, &m);
    emit(m);
    return 0;
}
