static int check(int amount) { return amount; }
int use_two(void) { return check(2); }
