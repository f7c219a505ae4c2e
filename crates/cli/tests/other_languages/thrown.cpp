// open: an exception that is thrown 6
// What is thrown has no model; what is caught never comes back wrong.
struct TooLarge {};

static int checked(int x) {
    if (x > 2) throw TooLarge();
    return x;
}

int main(int argc, char **) {
    int slots[3] = {1, 2, 3};
    try {
        return slots[checked(argc < 0 ? 0 : argc)];
    } catch (const TooLarge &) {
        return 1;
    }
}
