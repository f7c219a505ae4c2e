// expect: TRUE
// The record is unknown here: only its address is used.
extern void reach_error(void);
struct box;
extern struct box the_box;
int get(struct box *);
void put(struct box *, int);
struct box *other(void);
int main(void) {
  put(&the_box, 3);
  put(other(), 4);
  if (get(&the_box) != 3 || get(other()) != 4)
    reach_error();
  return 0;
}
