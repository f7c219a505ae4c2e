// arguments: in.txt
// input: file
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int in = open(argc > 1 ? argv[1] : "in.txt", O_RDONLY);
  if (in < 0) {
    perror("open");
    return 1;
  }
  int out = open("out.bin", O_RDWR | O_CREAT | O_TRUNC, 0600);
  char buffer[16];
  ssize_t count;
  while ((count = read(in, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < count; i++)
      buffer[i] ^= 1;
    if (write(out, buffer, count) != count)
      return 2;
  }
  close(in);
  off_t size = lseek(out, 0, SEEK_CUR);
  lseek(out, 0, SEEK_SET);
  while ((count = read(out, buffer, sizeof buffer)) > 0)
    write(STDOUT_FILENO, buffer, count);
  close(out);
  dprintf(1, "\n%ld\n", (long)size);
  return unlink("out.bin") || close(out) != -1;
}
