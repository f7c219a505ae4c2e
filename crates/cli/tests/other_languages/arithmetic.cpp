// violated: overflow 9, division 10, shift 11, float-conversion 12, array-index 14, uninitialised 17
// One fault for each number of arguments.
namespace {
struct Matrix {
    int cells[2][3];
};
int compute(int count) {
    switch (count) {
    case 2: return 2147483647 + count;
    case 3: return 10 / (count - 3);
    case 4: return 1 << (count + 28);
    case 5: return static_cast<int>(count * 1e9);
    case 6: {
        Matrix m = {}; return m.cells[1][count - 3];
    }
    case 7: {
        int x; if (count > 7) x = 1; return x;
    }
    default: return 0;
    }
}
}

int main(int argc, char **) { return compute(argc); }
