void emit(unsigned long long value);
/* A chained hash table. */
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
struct entry {
    const char *key;
    int value;
    struct entry *next;
};
static struct entry *table[8];
static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h;
}
static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}
static int *find(const char *k) {
    struct entry **p = &table[hash(k) % 8];
    for (; *p; p = &(*p)->next) if (same((*p)->key, k)) return &(*p)->value;
    *p = calloc(1, sizeof **p);
    (*p)->key = k;
    return &(*p)->value;
}
int main(void) {
    const char *words[] = {"the", "cat", "the", "dog", "a", "cat", "the", "bird", "a", "zebra"};
    for (int i = 0; i < 10; i++) ++*find(words[i]);
    emit(*find("the"));
    emit(*find("cat"));
    emit(*find("zebra"));
    emit(*find("none"));
    *find("dog") += 40;
    emit(*find("dog"));
    emit(hash("collide"));
    return 0;
}
