/** As PDF writes it: (x, y) is mapped to (a x + c y + e, b x + d y + f). */
export type Matrix = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
};

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Of six numbers. */
export const matrixOf = (six: ArrayLike<number>): Matrix => ({
  a: six[0] ?? 1,
  b: six[1] ?? 0,
  c: six[2] ?? 0,
  d: six[3] ?? 1,
  e: six[4] ?? 0,
  f: six[5] ?? 0,
});

/** Maps by the inner matrix first. */
export const product = (outer: Matrix, inner: Matrix): Matrix => ({
  a: outer.a * inner.a + outer.c * inner.b,
  b: outer.b * inner.a + outer.d * inner.b,
  c: outer.a * inner.c + outer.c * inner.d,
  d: outer.b * inner.c + outer.d * inner.d,
  e: outer.a * inner.e + outer.c * inner.f + outer.e,
  f: outer.b * inner.e + outer.d * inner.f + outer.f,
});

/** With its origin elsewhere, in its own units. */
export const moved = ({ a, b, c, d, e, f }: Matrix, x: number, y: number): Matrix => ({
  a,
  b,
  c,
  d,
  e: a * x + c * y + e,
  f: b * x + d * y + f,
});
