/* What declarations say of arguments is what callers ensure. */
int last(int of[static 16])
{
    return of[15];
}

int too_far(int of[static 16])
{
    return of[16]; //~ valid-deref needs __CPROVER_rw_ok(of, 17 * sizeof(*of))
}

int target(const int *of) __attribute__((nonnull));
int target(const int *of)
{
    return *of;
}

int sum(const unsigned char *of, unsigned long n) __attribute__((access(read_only, 1, 2), nonnull(1)));
int sum(const unsigned char *of, unsigned long n)
{
    unsigned sum = 0;
    for (unsigned long i = 0; i < n; i++)
        sum += of[i];
    return sum & 255;
}

struct text {
    unsigned long length;
    unsigned char *letters __attribute__((counted_by(length)));
};

int letter(struct text *of, unsigned long at)
{
    if (!of || at >= of->length)
        return -1;
    return of->letters[at];
}
