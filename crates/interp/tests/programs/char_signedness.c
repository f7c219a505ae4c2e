void emit(unsigned long long value);
/* Characters as indices and in comparisons. */
int main(void) {
    char s[] = "\x80\xff\x7f a";
    int counts[256] = {0};
    for (char *p = s; *p; p++) counts[(unsigned char)*p]++;
    emit(counts[0x80] + counts[255] * 10 + counts[' '] * 100);
    emit(s[0] < 0);
    emit(s[0] == '\x80');
    emit(s[1] == 0xff);
    emit((unsigned char)s[1] == 0xff);
    emit(s[0] >> 1);
    emit((unsigned char)s[0] >> 1);
    unsigned char u = s[0];
    emit(u);
    char c = u;
    emit(c);
    emit(c + u);
    char d = c * 2;
    emit(d);
    emit('a' < 'b');
    emit((char)('z' + 100));
    return 0;
}
