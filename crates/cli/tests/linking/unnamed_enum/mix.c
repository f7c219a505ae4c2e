#include "shared.h"
thing current = {BLUE, SMALL, {7}};
static manner turn(colour c) { return c == BLUE ? TURN : KEEP; }
manner (*chosen(manner m))(colour) { return m == TURN ? turn : 0; }
colour mix(colour a, manner how, thing *t) {
  t->paint = how == TURN ? BLUE : a;
  return t->paint;
}
