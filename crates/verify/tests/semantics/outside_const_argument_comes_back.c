// expect: FALSE
extern void reach_error(void);
extern char *find(const char *, int);
int main(void) {
    char text[4] = "abc";
    char *at = find(text, 'b');
    if (!at) return 0;
    *at = 'z';
    if (text[1] == 'z') reach_error();
    return 0;
}
