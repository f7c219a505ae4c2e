// expect: UNKNOWN
// option: undefined-functions=refuse
extern void reach_error(void);
extern int get(void);
int main(void) { return get(); }
