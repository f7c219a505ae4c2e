// violated: assertion 11
// Destructors of objects with static storage run after main, the last one that was made first.
#include <cassert>

static int alive = 0;

struct Counted {
    Counted() { alive++; }
    ~Counted() {
        alive--;
        assert(alive > 0);
    }
};

static Counted first;
static Counted &second() {
    static Counted made;
    return made;
}

int main() {
    second();
    second();
    assert(alive == 2);
    return 0;
}
