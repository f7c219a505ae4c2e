// expect: TRUE
// flags: --analysis predicate --option bam.blocks=functions
// Inside the function no factor is a constant: whole numbers give the product any value, and bits know it.
// with: BUG
// expect: FALSE
// flags: --analysis predicate --option bam.blocks=functions
// The same with products that differ.
extern void reach_error(void);

static int area(int width, int height) {
  return width * height;
}

int main(void) {
  int wide = area(3, 4);
#ifdef BUG
  int high = area(2, 7);
#else
  int high = area(2, 6);
#endif
  if (wide != high)
    reach_error();
  return 0;
}
