/* Subscripts that are shown to stay in their array leave its neighbours apart; the others are flat. */
extern int unknown(void);
struct s {
    int before;
    int data[4];
    short after;
};
struct s kept, flat, counted, masked, passed, row;
int table[3][4];
static void put(struct s *to, int at) { to->data[at] = 1; }
int main(void) {
    int k = unknown();
    if (k >= 0 && k < 4)
        kept.data[k] = 1;
    if (k < -1 || k > 4)
        return 0;
    flat.data[k] = 1;
    for (int i = 0; i < 4; i++)
        counted.data[i] = i;
    masked.data[k & 3] = 1;
    put(&passed, 0);
    put(&passed, 3);
    table[0][1] = 1;
    if (k < 0)
        return 0;
    table[1][k] = 2;
    return kept.before + kept.after + flat.before + flat.after + counted.before + counted.after + masked.before +
           masked.after + passed.before + passed.after;
}
