// expect: FALSE
// property: nowhere
int main(void) { return nowhere(1); }
