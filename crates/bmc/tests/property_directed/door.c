// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
enum { CLOSED = 3, OPENING = 17, OPEN = 90, CLOSING = 41 };
int main(void) {
  int state = CLOSED, motor = 0, lamp = 0;
  while (1) {
    int button = __VERIFIER_nondet_int();
    if (state == CLOSED) { if (button == 1) { state = OPENING; motor = 1; } }
    else if (state == OPENING) { if (button == 7) { state = OPEN; motor = 0; lamp = 1; } }
    else if (state == OPEN) { if (button == 2) { state = CLOSING; motor = -1; lamp = 0; } }
#ifdef BUG
    else if (state == CLOSING) { if (button == 7) { state = CLOSED; motor = 0; } else if (button == 9) { state = OPEN; lamp = 1; } }
#else
    else if (state == CLOSING) { if (button == 7) { state = CLOSED; motor = 0; } else if (button == 1) { state = OPENING; motor = 1; } }
#endif
    else reach_error();
    if (state == OPEN && motor != 0) reach_error();
    if (lamp && state != OPEN) reach_error();
  }
}
