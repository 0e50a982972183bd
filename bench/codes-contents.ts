// Seeded contents of the codes that the benchmarks draw.

export type Random = () => number;

export function range(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}

/** Returns `min` to `max` small letters and digits. */
export function toWord(random: Random, min: number, max: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const length = Math.floor(range(random, min, max + 1));
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
}

/**
 * Returns so many digits and their check digit (GS1 General Specifications 7.9). The first is not
 * 0: such an EAN-13 is a UPC-A.
 */
export function toGtin(random: Random, length: number): string {
  const digits = Array.from(
    { length },
    (_, i) => Math.floor(random() * (i ? 10 : 9)) + (i ? 0 : 1),
  );
  const sum = digits.reduce((total, digit, i) => total + digit * ((length - i) % 2 ? 3 : 1), 0);
  return `${digits.join("")}${(10 - (sum % 10)) % 10}`;
}
