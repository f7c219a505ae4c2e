// expect: FALSE
// property: rand
extern int rand(void);
int main(void) { switch (rand()) { case 3: return 1; } return 0; }
