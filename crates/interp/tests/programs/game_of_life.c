void emit(unsigned long long value);
/* Cells on a torus. */
enum { W = 8, H = 6 };
static unsigned char g[2][H][W];
int main(void) {
    static const char *start[H] = {"........", ".#......", "..#.....", "###.....", "........", "........"};
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) g[0][y][x] = start[y][x] == '#';
    int now = 0;
    for (int t = 0; t < 9; t++, now ^= 1) for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx || dy) n += g[now][(y + dy + H) % H][(x + dx + W) % W];
        g[!now][y][x] = n == 3 || (n == 2 && g[now][y][x]);
    }
    for (int y = 0; y < H; y++) {
        unsigned row = 0;
        for (int x = 0; x < W; x++) row = row << 1 | g[now][y][x];
        emit(row);
    }
    return 0;
}
