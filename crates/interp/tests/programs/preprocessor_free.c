void emit(unsigned long long value);
/* Punctuation at its densest. */
int main(void) {
    int a = 5, b = 3, c;
    c = a+++b;
    emit(c);
    c = a-- - --b;
    emit(c);
    c = a<<1>>1;
    emit(c);
    c = - -a;
    emit(c);
    c = a- -b;
    emit(c);
    c = !!~-a;
    emit(c);
    int *p = &a;
    c = *p**p;
    emit(c);
    c = a/ *p;
    emit(c);
    c = a?b?1:2:3;
    emit(c);
    c = sizeof a*2;
    emit(c);
    c = (a)+(b);
    emit(c);
    c = (a)-b;
    emit(c);
    int xs<:2:> = <%1, 2%>;
    emit(xs<:1:>);
    ;
    ;
    ;
    {}
    {
        ;
    }
    c = 0x1p3;
    emit(c);
    a=b=c;
    emit(a);
    c = a&b&&c|a;
    emit(c);
    c = a^b|c&~a;
    emit(c);
    return 0;
}
