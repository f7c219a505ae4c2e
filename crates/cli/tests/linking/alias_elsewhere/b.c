int doubled(int x) { return 2 * x; }
int twice(int x) __attribute__((alias("doubled")));
