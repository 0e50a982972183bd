/** The tables of a TrueType font with its outlines. */
type OutlineTables = { glyf: Buffer; loca: Buffer; head: Buffer };

/** A point of an outline in font units, `y` upwards; a point off the curve controls it. */
type OutlinePoint = { x: number; y: number; isOn: boolean };

/** A map of the plane, as composite glyphs use them: x' = a x + c y + e, y' = b x + d y + f. */
type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Composite glyphs of composite glyphs end here, so that a broken font cannot loop. */
const maxDepth = 5;

/**
 * Reads the outlines of glyphs (OpenType 1.9, glyf and loca). The returned function gives the
 * outline of a glyph as the path of an SVG in thousandths of the font size, with `y` downwards; an
 * empty text for a glyph without one.
 */
export function readOutlines({ glyf, loca, head }: OutlineTables): (glyph: number) => string {
  const scale = 1000 / head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === 1;
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const readContours = (glyph: number, depth = 0): OutlinePoint[][] => {
    const data = glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));
    if (data.length === 0) return [];
    if (data.readInt16BE(0) >= 0) return readSimple(data);
    if (depth === maxDepth) return [];
    return readParts(data).flatMap(({ part, transform }) =>
      readContours(part, depth + 1).map((contour) =>
        contour.map((point) => move(point, transform)),
      ),
    );
  };
  return (glyph) =>
    readContours(glyph)
      .map((contour) => toPath(contour.map((point) => move(point, [scale, 0, 0, -scale, 0, 0]))))
      .join("");
}

function readSimple(data: Buffer): OutlinePoint[][] {
  const contourCount = data.readInt16BE(0);
  const ends = Array.from({ length: contourCount }, (_, n) => data.readUInt16BE(10 + n * 2));
  const pointCount = (ends.at(-1) ?? -1) + 1;
  let offset = 10 + contourCount * 2;
  offset += 2 + data.readUInt16BE(offset);
  const flags: number[] = [];
  while (flags.length < pointCount) {
    const flag = data[offset++]!;
    const repeats = flag & 8 ? data[offset++]! : 0;
    for (let count = 0; count <= repeats; count++) flags.push(flag);
  }
  const readCoordinates = (shortBit: number, sameBit: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & shortBit) value += flag & sameBit ? data[offset++]! : -data[offset++]!;
      else if (!(flag & sameBit)) {
        value += data.readInt16BE(offset);
        offset += 2;
      }
      return value;
    });
  };
  const xs = readCoordinates(2, 16);
  const ys = readCoordinates(4, 32);
  const points = flags.map((flag, n) => ({ x: xs[n]!, y: ys[n]!, isOn: (flag & 1) === 1 }));
  return ends.map((end, n) => points.slice(n === 0 ? 0 : ends[n - 1]! + 1, end + 1));
}

/** Reads the glyphs of which a composite glyph consists. All are placed by offsets in DejaVu. */
function readParts(data: Buffer): { part: number; transform: Transform }[] {
  const parts: { part: number; transform: Transform }[] = [];
  let offset = 10;
  for (let flags = 32; flags & 32; ) {
    flags = data.readUInt16BE(offset);
    const part = data.readUInt16BE(offset + 2);
    const hasWords = (flags & 1) !== 0;
    const x = hasWords ? data.readInt16BE(offset + 4) : data.readInt8(offset + 4);
    const y = hasWords ? data.readInt16BE(offset + 6) : data.readInt8(offset + 5);
    offset += hasWords ? 8 : 6;
    const scaleCount = flags & 8 ? 1 : flags & 64 ? 2 : flags & 128 ? 4 : 0;
    const scales = Array.from(
      { length: scaleCount },
      (_, n) => data.readInt16BE(offset + n * 2) / 2 ** 14,
    );
    offset += scaleCount * 2;
    const [a = 1, second = a, third, fourth] = scales;
    const isMatrix = fourth !== undefined;
    const [b, c, d] = isMatrix ? [second, third!, fourth] : [0, 0, second];
    parts.push({ part, transform: [a, b, c, d, x, y] });
  }
  return parts;
}

function move({ x, y, isOn }: OutlinePoint, [a, b, c, d, e, f]: Transform): OutlinePoint {
  return { x: a * x + c * y + e, y: b * x + d * y + f, isOn };
}

/**
 * Returns a contour as quadratic curves. Between two points off the curve, one on the curve lies in
 * the middle.
 */
function toPath(contour: readonly OutlinePoint[]): string {
  const points = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length]!;
    if (point.isOn || next.isOn) return [point];
    return [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }];
  });
  const start = points.findIndex(({ isOn }) => isOn);
  if (start < 0) return "";
  const ordered = [...points.slice(start), ...points.slice(0, start + 1)];
  const write = ({ x, y }: OutlinePoint) => `${Math.round(x)} ${Math.round(y)}`;
  const steps = ordered.map((point, index) => {
    if (index === 0) return `M${write(point)}`;
    if (!point.isOn) return "";
    const before = ordered[index - 1]!;
    return before.isOn ? `L${write(point)}` : `Q${write(before)} ${write(point)}`;
  });
  return `${steps.join("")}Z`;
}
