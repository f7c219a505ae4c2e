// violated: assertion 29
// A template over a type and a number. The ring holds four numbers; the fifth is refused, which its user did not expect.
#include <cassert>

template <typename T, int N> class Ring {
    T items[N] = {};
    int first = 0, count = 0;

public:
    bool push(const T &item) {
        if (count == N) return false;
        items[(first + count) % N] = item;
        count++;
        return true;
    }
    bool pop(T &item) {
        if (count == 0) return false;
        item = items[first];
        first = (first + 1) % N;
        count--;
        return true;
    }
};

int main() {
    Ring<long, 4> ring;
    for (int i = 0; i < 5; i++) {
        bool is_in = ring.push(i);
        assert(is_in);
    }
    long item = 0;
    while (ring.pop(item)) {
    }
    return 0;
}
