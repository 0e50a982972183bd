/** The number that 16 bits of a half float stand for (IEEE 754 binary16, RFC 8949 appendix D). */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}

/** The 16 bits of the half float nearest to a finite number, or undefined beyond the largest (65504). */
export function nearestHalf(value: number): number | undefined {
  const size = Math.abs(value);
  const exponent = Math.max(exponentOf(size), -14);
  // Scaled by a power of two, so nothing is lost before this one rounding.
  const fraction = roundToEven(size * 2 ** (10 - exponent));
  // A fraction that rounds up to 2048 carries into the exponent by itself; numbers below 2^-14 have no leading 1024.
  const bits = fraction + (exponent + 14) * 1024;
  if (!(bits < 0x7c00)) return undefined;
  return value < 0 || Object.is(value, -0) ? bits | 0x8000 : bits;
}

/** The shortest decimal that is stored as this float: 1.24 for the half float 1.240234375. */
export function shortestDecimal(value: number, bits: 16 | 32 | 64): number {
  if (bits === 64 || Number.isInteger(value) || !Number.isFinite(value)) return value;
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(value.toPrecision(digits));
    if (storedAs(decimal, bits) === value) return decimal;
  }
  return Number(value.toPrecision(9));
}

/** What a number becomes in a float of so many bits. */
export function storedAs(value: number, bits: 16 | 32): number {
  if (bits === 32) return Math.fround(value);
  const half = nearestHalf(value);
  return half === undefined ? Math.sign(value) * Number.POSITIVE_INFINITY : halfValue(half);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The power of two of a number's leading bit, exact where Math.log2 rounds. */
function exponentOf(size: number): number {
  scratch.setFloat64(0, size);
  return ((scratch.getUint16(0) >> 4) & 0x7ff) - 1023;
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
