// expect: FALSE
// property: hidden
static int hidden(void);
int main(void) { return hidden(); }
