/**
 * The modules that every QR code of a version has in common, row by row: 1 dark, -1 light, 0
 * different from code to code. `size` is the number of modules per side.
 */
export type KnownModules = { size: number; modules: Int8Array };

/** Returns the side length of a version (1 to 40) in modules (ISO/IEC 18004:2015, 5.3.1.3). */
export function getSize(version: number): number {
  return 17 + 4 * version;
}

/**
 * Returns the function patterns and the version information of a version from 1 to 40 (ISO/IEC
 * 18004:2015, 5.3.2 to 5.3.6, 7.9.1 and 7.10). The format information is not among them, because it
 * depends on mask and error correction level.
 */
export function getKnownModules(version: number): KnownModules {
  const cached = cache.get(version);
  if (cached) return cached;
  const size = getSize(version);
  const known = { size, modules: new Int8Array(size * size) };
  drawFinders(known);
  drawTiming(known);
  drawAlignments(known, version);
  setModule(known, 8, size - 8, true);
  if (version >= 7) drawVersion(known, version);
  cache.set(version, known);
  return known;
}

const cache = new Map<number, KnownModules>();

function setModule({ size, modules }: KnownModules, x: number, y: number, dark: boolean): void {
  if (x >= 0 && y >= 0 && x < size && y < size) modules[y * size + x] = dark ? 1 : -1;
}

/** Draws the finder patterns with their separators (5.3.2 and 5.3.3). */
function drawFinders(known: KnownModules): void {
  const end = known.size - 7;
  for (const [left, top] of [
    [0, 0],
    [end, 0],
    [0, end],
  ] as const) {
    for (let y = -1; y < 8; y++) {
      for (let x = -1; x < 8; x++) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        setModule(known, left + x, top + y, ring <= 1 || ring === 3);
      }
    }
  }
}

/** Draws the timing patterns (5.3.4). */
function drawTiming(known: KnownModules): void {
  for (let i = 8; i < known.size - 8; i++) {
    setModule(known, i, 6, i % 2 === 0);
    setModule(known, 6, i, i % 2 === 0);
  }
}

/** Draws the alignment patterns (5.3.5), except where a finder pattern is. */
function drawAlignments(known: KnownModules, version: number): void {
  const centers = listAlignmentCenters(version);
  const last = known.size - 7;
  for (const centerY of centers) {
    for (const centerX of centers) {
      const onFinder =
        (centerX === 6 && (centerY === 6 || centerY === last)) ||
        (centerX === last && centerY === 6);
      if (onFinder) continue;
      for (let y = -2; y <= 2; y++) {
        for (let x = -2; x <= 2; x++) {
          const ring = Math.max(Math.abs(x), Math.abs(y));
          setModule(known, centerX + x, centerY + y, ring !== 1);
        }
      }
    }
  }
}

/**
 * Returns the rows, which are also the columns, of the centers of the alignment patterns (Annex E),
 * ascending.
 */
export function listAlignmentCenters(version: number): number[] {
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2;
  const last = getSize(version) - 7;
  // Annex E lists even steps, rounded up, counted from the last center; version 32 is its only
  // exception.
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/**
 * Draws both copies of the version information: 6 bits with a (18, 6) Golay code (7.10 and Annex
 * D).
 */
function drawVersion(known: KnownModules, version: number): void {
  const generator = 0x1f25;
  let remainder = version << 12;
  for (let bit = 17; bit >= 12; bit--) {
    if ((remainder >> bit) & 1) remainder ^= generator << (bit - 12);
  }
  const bits = (version << 12) | remainder;
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const across = known.size - 11 + (i % 3);
    const along = Math.floor(i / 3);
    setModule(known, across, along, dark);
    setModule(known, along, across, dark);
  }
}
