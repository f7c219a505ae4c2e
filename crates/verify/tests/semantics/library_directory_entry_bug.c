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
  char name[3];
  struct __dirstream *here = opendir(".");
  struct dirent *entry = here ? readdir(here) : 0;
  if (entry)
    strcpy(name, entry->d_name);
  return 0;
}
