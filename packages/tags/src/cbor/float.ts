/** Decodes the 16 bits of a half-precision float (IEEE 754 binary16, RFC 8949 appendix D). */
export function decodeHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}

/**
 * Encodes a finite number as the nearest half-precision float. Returns undefined if it is beyond
 * the largest, 65504.
 */
export function encodeHalf(value: number): number | undefined {
  const magnitude = Math.abs(value);
  const exponent = Math.max(findExponent(magnitude), -14);
  // Scaling by a power of two is exact, so this is the only rounding.
  const fraction = roundToEven(magnitude * 2 ** (10 - exponent));
  // The addition carries a fraction that was rounded up to 2048 into the exponent. Numbers below
  // 2^-14 have no implicit leading bit (1024).
  const bits = fraction + (exponent + 14) * 1024;
  if (!(bits < 0x7c00)) return undefined;
  return value < 0 || Object.is(value, -0) ? bits | 0x8000 : bits;
}

/**
 * Returns the shortest decimal that rounds to this float: 1.24 for the half-precision float
 * 1.240234375.
 */
export function findShortestDecimal(value: number, bits: 16 | 32 | 64): number {
  if (bits === 64 || Number.isInteger(value) || !Number.isFinite(value)) return value;
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(value.toPrecision(digits));
    if (roundToFloat(decimal, bits) === value) return decimal;
  }
  return Number(value.toPrecision(9));
}

/** Rounds a number to a float of `bits` bits. */
export function roundToFloat(value: number, bits: 16 | 32): number {
  if (bits === 32) return Math.fround(value);
  const half = encodeHalf(value);
  return half === undefined ? Math.sign(value) * Number.POSITIVE_INFINITY : decodeHalf(half);
}

const scratchView = new DataView(new ArrayBuffer(8));

/** Returns the exponent of a number's leading bit. Exact, unlike Math.log2. */
function findExponent(magnitude: number): number {
  scratchView.setFloat64(0, magnitude);
  return ((scratchView.getUint16(0) >> 4) & 0x7ff) - 1023;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const remainder = value - floor;
  if (remainder !== 0.5) return remainder < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
