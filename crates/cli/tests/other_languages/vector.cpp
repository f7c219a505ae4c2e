// violated: valid-deref 9
// One past the last element, by an index that nothing checks.
#include <vector>

int main(int argc, char **) {
    std::vector<int> numbers;
    for (int i = 0; i < 3; i++) numbers.push_back(i);
    int *all = numbers.data();
    return all[argc > 1 ? 4 : 2];
}
