// expect: FALSE
// The whole object changes, not only the member that is pointed to (container_of leads to the rest).
extern void reach_error(void);
struct box { int before; int data[4]; int behind; };
extern void get(int *p);
int main(void) {
  struct box box = {1, {2, 3, 4, 5}, 6};
  get(&box.data[1]);
  if (box.before == 10 && box.data[3] == 11 && box.behind == 12)
    reach_error();
  return 0;
}
