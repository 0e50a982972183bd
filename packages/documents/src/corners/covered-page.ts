import type { Channel } from "./channels.ts";
import type { Edges } from "./edges.ts";
import { findEdgeNear } from "./line-profile.ts";
import { fitPaperTone, type PaperTone } from "./paper-tone.ts";
import type { Candidate } from "./quads.ts";

/** How the sides of a candidate look, as shares of what is in the picture of them. */
type Sides = {
  /** The share with an edge and paper inside of it. */
  seen: number;
  /** The share with paper, but no edge: it speaks against the candidate. */
  missed: number;
  /** The share with an edge of something else. */
  other: number;
};

/** The distance inside of a side at which paper is looked for, in pixels: beyond its edge. */
const insideDistance = 4;
/** The distance between the places on a side that are looked at, in pixels. */
const sampleStep = 2;
/** The exponent of the share of the picture that a page takes. */
const areaExponent = 0.22;
/** The share of the score that is lost for each side on a border of the picture. */
const borderLoss = 0.15;

/**
 * Scores a candidate by what is seen of its sides. Things may cover parts of a page and of its
 * sides; these parts do not show the paper, and speak neither for nor against it. Paper that goes
 * on across a side and edges of other things speak against it.
 */
export function scoreCovered(
  candidate: Candidate,
  edges: Edges,
  channels: readonly Channel[],
): number {
  const tone = fitPaperTone(candidate.quad, channels, edges);
  if (!tone) return 0;
  const { seen, missed, other } = lookAtSides(candidate, edges, tone);
  const borders = candidate.sides.filter(({ isBorder }) => isBorder).length;
  return (
    seen *
    (1 - missed) *
    (1 - other) *
    tone.share *
    (1 - candidate.overshoot) *
    (1 - borderLoss * borders) *
    candidate.areaShare ** areaExponent
  );
}

function lookAtSides({ quad, sides }: Candidate, edges: Edges, tone: PaperTone): Sides {
  const { width, height } = edges;
  let [seen, missed, other, count] = [0, 0, 0, 0];
  for (const [index, { angle, distance, isBorder }] of sides.entries()) {
    if (isBorder) continue;
    const [from, to, opposite] = [quad[index]!, quad[(index + 1) % 4]!, quad[(index + 2) % 4]!];
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const isInsideBeyond = opposite.x * cosine + opposite.y * sine > distance;
    const inward = isInsideBeyond ? insideDistance : -insideDistance;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    for (let along = sampleStep; along < length - sampleStep; along += sampleStep) {
      const share = along / length;
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
      const [insideX, insideY] = [x + inward * cosine, y + inward * sine];
      if (!isInside(x, y, width, height) || !isInside(insideX, insideY, width, height)) continue;
      count++;
      const hasEdge = findEdgeNear(x, y, angle, cosine, sine, edges) > 0;
      if (!tone.isPaper(insideX, insideY)) other += hasEdge ? 1 : 0;
      else if (hasEdge) seen++;
      else missed++;
    }
  }
  const total = Math.max(1, count);
  return { seen: seen / total, missed: missed / total, other: other / total };
}

function isInside(x: number, y: number, width: number, height: number): boolean {
  return x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1;
}
