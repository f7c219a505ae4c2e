// expect: TRUE
// flags: --analysis predicate --option bam.blocks=functions
// Inside the function no factor is a constant: whole numbers give the product any value, and bits know it.
extern void reach_error(void);

static int area(int width, int height) {
  return width * height;
}

int main(void) {
  int wide = area(3, 4);
  int high = area(2, 6);
  if (wide != high)
    reach_error();
  return 0;
}
