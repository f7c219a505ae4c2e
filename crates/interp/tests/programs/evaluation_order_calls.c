void emit(unsigned long long value);
/* Orders that C leaves open, as gcc -O0 has them: arguments, assignments, operators with effects on both sides. */
static int log_;
static int t(int d) {
    log_ = log_ * 10 + d;
    return d;
}
static int three(int a, int b, int c) {
    return a * 100 + b * 10 + c;
}
static int cells[10];
static int *at(int d) {
    t(d);
    return &cells[d];
}
struct s {
    int a, b, c;
};
static void show(void) {
    emit(log_);
    log_ = 0;
}
int main(void) {
    emit(three(t(1), t(2), t(3)));
    show();
    *at(1) = t(2);
    show();
    *at(3) += t(4);
    show();
    cells[t(1)] = cells[t(2)] + t(3);
    show();
    emit(t(1) + t(2) * (t(3) - t(4)));
    show();
    emit(t(1) < t(2));
    show();
    emit(t(1) == t(2) || t(3) > t(4));
    show();
    struct s v = {t(1), t(2), t(3)};
    show();
    struct s w = {.a = t(1), .b = t(2), .c = t(3)};
    show();
    emit(w.a * 100 + w.b * 10 + w.c + v.a);
    int array[3] = {t(1), [1] = t(2), t(3)};
    show();
    emit(array[0] * 100 + array[1] * 10 + array[2]);
    emit(three(three(t(1), t(2), t(3)), t(4), three(t(5), t(6), t(7))));
    show();
    int x = 1, y = 2;
    x = x + (y = 5);
    emit(x * 10 + y);
    y = (x = 3) + x;
    emit(y);
    int i = 1;
    cells[i] = i++;
    emit(cells[1] * 10 + cells[2]);
    i = 1;
    i = i++ + i;
    emit(i);
    i = 1;
    i = i + i++;
    emit(i);
    i = 2;
    i = 2;
    emit(i++ + i++ * 10);
    i = 2;
    emit(i * 100 + ++i * 10 + i);
    int *p = cells;
    *p++ = *p + 1;
    emit(p - cells);
    emit(t(1) ? t(2) + t(3) : t(4));
    show();
    x = 5;
    x += x++;
    emit(x);
    x = 5;
    x = x-- - --x;
    emit(x);
    int (*f)(int, int, int) = three;
    emit((t(9), f)(t(1), t(2), t(3)));
    show();
    cells[t(1)] = t(2);
    show();
    cells[t(1)] = cells[t(2)];
    show();
    *at(1) = *at(2) + 1;
    show();
    *at(1) = -t(2);
    show();
    *at(1) = t(2) ? t(3) : 4;
    show();
    cells[t(1)] = t(2) && t(3);
    show();
    cells[t(1)] <<= t(2);
    show();
    cells[t(1)]++;
    show();
    cells[log_ = 1] = t(2) + log_;
    show();
    return 0;
}
