void emit(unsigned long long value);
/* Dynamic programming: knapsack and edit distance. */
static int min(int a, int b) {
    return a < b ? a : b;
}
static int edit(const char *a, const char *b) {
    int d[12][12];
    for (int i = 0; i < 12; i++) d[i][0] = d[0][i] = i;
    int i, j;
    for (i = 1; a[i - 1]; i++) for (j = 1; b[j - 1]; j++) d[i][j] = min(min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    return d[i - 1][j - 1];
}
int main(void) {
    int w[] = {3, 4, 5, 9, 14}, v[] = {3, 4, 4, 10, 15}, best[21] = {0};
    for (int i = 0; i < 5; i++) for (int c = 20; c >= w[i]; c--) if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i];
    for (int c = 0; c < 21; c += 4) emit(best[c]);
    emit(edit("kitten", "sitting"));
    emit(edit("flaw", "lawn"));
    return 0;
}
