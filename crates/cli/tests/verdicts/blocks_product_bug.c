// expect: FALSE
// flags: --analysis predicate --option bam.blocks=functions
// The same with products that differ.
extern void reach_error(void);

static int area(int width, int height) {
  return width * height;
}

int main(void) {
  int wide = area(3, 4);
  int high = area(2, 7);
  if (wide != high)
    reach_error();
  return 0;
}
