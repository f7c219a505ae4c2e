void emit(unsigned long long value);
/* A loop made of gotos only. */
int main(void) {
    int n = 0, s = 0;
    top: if (n >= 30) goto done;
    if (n % 15 == 0) goto both;
    if (n % 3 == 0) goto three;
    if (n % 5 == 0) goto five;
    s += n;
    goto next;
    both: s += 1000;
    goto next;
    three: s += 10;
    goto next;
    five: s += 100;
    next: n++;
    goto top;
    done: emit(s);
    return n;
}
