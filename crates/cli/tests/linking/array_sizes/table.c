int table[3] = {1, 2, 3};
int count = sizeof table / sizeof table[0];
const char name[] = "abc";
