void emit(unsigned long long value);
/* Orders that C leaves open, where gcc goes from left to right. */
static int log_;
static int t(int d) {
    log_ = log_ * 10 + d;
    return d;
}
static int three(int a, int b, int c) {
    return a * 100 + b * 10 + c;
}
static int arr[10];
static int *at(int d) {
    t(d);
    return &arr[d];
}
int main(void) {
    int r = t(1) + t(2) * t(3);
    emit(log_);
    emit(r);
    log_ = 0;
    r = (t(5) - t(4)) / (t(1) | t(2));
    emit(log_);
    log_ = 0;
    r = t(3) < t(2);
    emit(log_);
    log_ = 0;
    r = t(1) << t(2) ^ t(3);
    emit(log_);
    log_ = 0;
    arr[t(1)] += t(2);
    emit(log_);
    log_ = 0;
    int x = 3;
    x = x++ + 2;
    emit(x);
    int i = 2;
    arr[i] = i + 1;
    emit(arr[2]);
    emit(three(t(1), 2, 3));
    int y = t(7) + arr[t(2)] - t(1);
    emit(y);
    emit(log_);
    return 0;
}
