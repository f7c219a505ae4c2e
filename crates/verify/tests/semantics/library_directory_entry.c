// expect: TRUE
// check: valid-deref
// The name of an entry ends within its array.
// with: BUG
// expect: FALSE
// check: valid-deref
// The name of an entry may fill its array.
struct dirent {
  unsigned long inode;
  char d_name[4];
};
struct __dirstream *opendir(const char *);
struct dirent *readdir(struct __dirstream *);
char *strcpy(char *, const char *);
int main(void) {
#ifdef BUG
  char name[3];
#else
  char name[4];
#endif
  struct __dirstream *here = opendir(".");
  struct dirent *entry = here ? readdir(here) : 0;
  if (entry)
    strcpy(name, entry->d_name);
  return 0;
}
