// arguments: {o:.|sub|in.txt|nowhere|} {n} {o:in.txt|sub/in.txt|./in.txt|sub/../in.txt}
// input: file
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int compared(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path) {
  char *names[32];
  int count = 0;
  DIR *folder = opendir(path);
  if (!folder) {
    printf("%s: no folder\n", path);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder)) && count < 32;)
    names[count++] = strdup(entry->d_name);
  closedir(folder);
  qsort(names, count, sizeof *names, compared);
  for (int i = 0; i < count; i++) {
    printf("%s\n", names[i]);
    free(names[i]);
  }
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  list(argv[1]);
  struct stat status;
  for (int i = 1; i < 4; i += 2) {
    if (lstat(argv[i], &status) != 0)
      perror(argv[i]);
    else if (S_ISDIR(status.st_mode))
      printf("%s is a folder\n", argv[i]);
    else
      printf("%s has %ld bytes, %d\n", argv[i], (long)status.st_size, S_ISREG(status.st_mode));
  }
  time_t seconds = atol(argv[2]) * 86399L;
  struct tm date = *gmtime(&seconds);
  printf("%d-%d-%d %d:%d:%d, %d, %d\n", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min,
         date.tm_sec, date.tm_wday, date.tm_yday);
  char name[] = "sub/newXXXXXX";
  int file = mkstemp(name);
  if (file < 0 || write(file, "four", 4) != 4 || fstat(file, &status) != 0)
    return 1;
  printf("%ld bytes in a new file, %d\n", (long)status.st_size, strcmp(name, "sub/newXXXXXX") != 0);
  return unlink(name);
}
