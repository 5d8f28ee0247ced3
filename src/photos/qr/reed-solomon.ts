/**
 * Corrects one block in place-free manner: the codewords with up to `checkCount` worth of damage mended, or
 * null. A codeword at a doubtful place (`erased`, indices) costs one check codeword, an unknown error two;
 * `spare` check codewords stay unspent, so that a chance agreement is refused.
 */
export const correctBlock = (
  received: Uint8Array,
  checkCount: number,
  erased: readonly number[],
  spare: number,
): Uint8Array | null => {
  const syndromes = syndromesOf(received, checkCount);
  if (syndromes.every((value) => value === 0)) return received;
  if (erased.length + spare > checkCount) return null;
  const length = received.length;
  const erasure = erased.reduce<Uint8Array>(
    (polynomial, place) => multiply(polynomial, Uint8Array.of(1, powerOf(length - 1 - place))),
    Uint8Array.of(1),
  );
  const locator = locatorOf(syndromes, erasure, erased.length);
  const degree = degreeOf(locator);
  const unknownCount = degree - erased.length;
  if (unknownCount < 0 || 2 * unknownCount + erased.length + spare > checkCount) return null;
  return mend(received, syndromes, locator, degree, checkCount);
};

const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = exponents[power + 255] = value;
  logarithms[value] = power;
  value = value & 0x80 ? ((value << 1) ^ 0x11d) & 0xff : value << 1;
}

const powerOf = (exponent: number): number => exponents[exponent % 255] ?? 0;
const logarithmOf = (value: number): number => logarithms[value] ?? 0;
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (exponents[logarithmOf(a) + logarithmOf(b)] ?? 0);
const over = (a: number, b: number): number =>
  a === 0 ? 0 : (exponents[logarithmOf(a) + 255 - logarithmOf(b)] ?? 0);

const syndromesOf = (received: Uint8Array, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, power) => {
    let sum = 0;
    for (const codeword of received) sum = times(sum, powerOf(power)) ^ codeword;
    return sum;
  });

/** Polynomials have their constant term first. */
const multiply = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const product = new Uint8Array(a.length + b.length - 1);
  a.forEach((left, i) => {
    b.forEach((right, j) => {
      product[i + j] = (product[i + j] ?? 0) ^ times(left, right);
    });
  });
  return product;
};

const evaluate = (polynomial: Uint8Array, at: number): number =>
  polynomial.reduceRight((sum, coefficient) => times(sum, at) ^ coefficient, 0);

const degreeOf = (polynomial: Uint8Array): number =>
  polynomial.findLastIndex((coefficient) => coefficient !== 0);

/** Berlekamp and Massey, begun from the places that are already known. */
const locatorOf = (syndromes: Uint8Array, erasure: Uint8Array, erasedCount: number): Uint8Array => {
  const count = syndromes.length;
  const padded = (polynomial: Uint8Array) => {
    const wide = new Uint8Array(count + 2);
    wide.set(polynomial.subarray(0, count + 2));
    return wide;
  };
  let locator: Uint8Array = padded(erasure);
  let previous: Uint8Array = padded(erasure);
  let length = erasedCount;
  for (let step = erasedCount; step < count; step += 1) {
    let discrepancy = 0;
    for (let i = 0; i <= step; i += 1) discrepancy ^= times(locator[i] ?? 0, syndromes[step - i] ?? 0);
    previous = shifted(previous);
    if (discrepancy === 0) continue;
    const next = locator.map((value, i) => value ^ times(discrepancy, previous[i] ?? 0));
    if (2 * length <= step + erasedCount) {
      previous = locator.map((value) => over(value, discrepancy));
      length = step + erasedCount + 1 - length;
    }
    locator = next;
  }
  return locator;
};

const shifted = (polynomial: Uint8Array): Uint8Array => {
  const result = new Uint8Array(polynomial.length);
  result.set(polynomial.subarray(0, -1), 1);
  return result;
};

/** Chien's search for the places and Forney's formula for the values; the result is checked once more. */
const mend = (
  received: Uint8Array,
  syndromes: Uint8Array,
  locator: Uint8Array,
  degree: number,
  checkCount: number,
): Uint8Array | null => {
  const evaluator = multiply(syndromes, locator.subarray(0, degree + 1)).subarray(0, checkCount);
  const derivative = locator.map((_, i) => (i % 2 === 0 ? (locator[i + 1] ?? 0) : 0));
  const mended = received.slice();
  let found = 0;
  for (let place = 0; place < received.length; place += 1) {
    const power = received.length - 1 - place;
    const inverse = powerOf(255 - (power % 255));
    if (evaluate(locator, inverse) !== 0) continue;
    found += 1;
    const slope = evaluate(derivative, inverse);
    if (slope === 0) return null;
    const value = times(powerOf(power), over(evaluate(evaluator, inverse), slope));
    mended[place] = (mended[place] ?? 0) ^ value;
  }
  if (found !== degree) return null;
  return syndromesOf(mended, checkCount).every((value) => value === 0) ? mended : null;
};
