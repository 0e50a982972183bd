import { addStrip, type StripSum } from "../bars/add-strips.ts";
import { createStrip } from "../bars/strip.ts";
import type { Box } from "../geometry/box.ts";
import { type Region, toPartRegion, turnBetween } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import type { LiveFrame } from "./live-frame.ts";
import { boxAround } from "./places.ts";

/** A part of a frame with bars. Its strip has the mean rows of this and of earlier frames. */
export type BarsPart = { picture: Picture; box: Box };

/** Regions of bars that are followed over successive frames. */
export type FollowedBars = {
  /**
   * Replaces the regions by those of a newer frame, the strongest first. A region that was there
   * before keeps the sum of its rows.
   */
  update(regions: readonly Region[]): void;
  /**
   * Returns the part of the frame with the region of this rank, or undefined if there are fewer
   * regions. The rows of a frame are added to the sum once.
   */
  cropRegion(rank: number, frame: LiveFrame): BarsPart | undefined;
};

/** Lines averaged for a row. Fewer than in a photo are enough, as several frames are averaged. */
const maxLineCount = 3;

/**
 * The maximum difference of a region from that of the previous frame if both show the same bars: a
 * hand moves and turns a code only a little between frames, and the search locates its ends less
 * less exactly than its center. Angles are in radians; a length is a part of the region's size plus
 * pixels of the frame.
 */
const tolerance = {
  turn: 0.12,
  shift: { part: 0.15, pixels: 30 },
  length: { part: 0.25 },
  height: { part: 0.4, pixels: 16 },
};

type FollowedRegion = {
  region: Region;
  sum: StripSum | undefined;
  lastCrop?: { frame: LiveFrame; part: BarsPart };
};

/** Follows regions of bars in parts of frames whose long side is at most `maxSide` pixels. */
export function followBars(maxSide: number): FollowedBars {
  let followed: FollowedRegion[] = [];
  return {
    update(regions) {
      const earlier = [...followed];
      followed = regions.map((region) => {
        const index = earlier.findIndex((candidate) => isSameBars(candidate.region, region));
        const [known] = index < 0 ? [] : earlier.splice(index, 1);
        if (!known) return { region, sum: undefined };
        // Rows can be added up only if they are equally long.
        const { length, height } = known.region;
        return { region: { ...region, length, height }, sum: known.sum };
      });
    },
    cropRegion(rank, frame) {
      const entry = followed[rank];
      if (!entry) return undefined;
      if (entry.lastCrop?.frame !== frame) {
        entry.lastCrop = { frame, part: cropBars(entry, frame, maxSide) };
      }
      return entry.lastCrop.part;
    },
  };
}

/** Crops a followed region. Its rows are added to the sum when the strip is first needed. */
function cropBars(entry: FollowedRegion, frame: LiveFrame, side: number): BarsPart {
  const { region } = entry;
  const box = boxAround(region, frame);
  const picture = frame.crop(box, {
    side,
    createStrips(plane) {
      const strip = createStrip(plane, toPartRegion(region, box, plane.scale), maxLineCount);
      const { sum, mean } = addStrip(entry.sum, strip);
      entry.sum = sum;
      return [mean];
    },
  });
  return { picture, box };
}

function isSameBars(a: Region, b: Region): boolean {
  const { turn, shift, length, height } = tolerance;
  return (
    turnBetween(a.angle, b.angle) < turn &&
    Math.hypot(a.x - b.x, a.y - b.y) < shift.part * a.length + shift.pixels &&
    Math.abs(a.length - b.length) < length.part * a.length &&
    Math.abs(a.height - b.height) < height.part * a.height + height.pixels
  );
}
