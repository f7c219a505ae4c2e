void emit(unsigned long long value);
/* Sequence points: the full order that C fixes. */
static int log_;
static int t(int d) {
    log_ = log_ * 10 + d;
    return d;
}
int main(void) {
    int r = t(1) ? t(2) : t(3);
    emit(log_);
    log_ = 0;
    r = (t(4), t(5)) + 0 * r;
    emit(log_);
    log_ = 0;
    if (t(1) && (t(0) || t(2))) t(3);
    emit(log_);
    log_ = 0;
    for (t(1); log_ < 3000; t(2)) t(3);
    emit(log_);
    log_ = 0;
    int a[3] = {t(1), t(2), t(3)};
    emit(log_);
    log_ = 0;
    switch (t(2)) {
        case 2:
        t(7);
    }
    emit(log_);
    log_ = 0;
    do t(1);
    while (t(0) || log_ < 500);
    emit(log_);
    log_ = a[0];
    r = t(1) + (t(2), 3) * (t(3) && t(4));
    emit(r);
    return 0;
}
