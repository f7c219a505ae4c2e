// violated: valid-free 8
// A class that owns memory and is copied member by member.
#include <cstdlib>

struct Owner {
    int *data;
    Owner() : data(static_cast<int *>(std::malloc(sizeof(int)))) {}
    ~Owner() { std::free(data); }
};

int main(int argc, char **) {
    Owner one;
    if (argc > 1) {
        Owner other = one;
        return other.data == nullptr;
    }
    return 0;
}
