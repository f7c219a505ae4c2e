// expect: TRUE
extern void reach_error(void);
struct counted { int count; int values[]; };
extern struct counted three;
int sum(void);
int main(void){ three.values[2] = 9; if (sum() != 12) reach_error(); return 0; }
