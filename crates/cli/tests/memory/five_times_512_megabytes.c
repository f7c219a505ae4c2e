// answers: FALSE, UNKNOWN
// Large allocations leave out no path.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  malloc(512u<<20);
  malloc(512u<<20);
  malloc(512u<<20);
  malloc(512u<<20);
  malloc(512u<<20);
  reach_error();
}
