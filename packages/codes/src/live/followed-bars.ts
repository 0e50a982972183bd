import { addStrip, type StripSum } from "../bars/add-strips.ts";
import { createStrip } from "../bars/strip.ts";
import type { Box } from "../geometry/box.ts";
import { type Region, toPartRegion, turnBetween } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import type { LiveFrame } from "./live-frame.ts";
import { boxAroundBars } from "./places.ts";

/** A part of a frame with bars. The rows of its strip are the mean over successive frames. */
export type BarsPart = { picture: Picture; box: Box };

/** Regions of bars that are followed over successive frames. */
export type FollowedBars = {
  /**
   * Replaces the regions with those of a newer frame, the strongest first. A region that shows the
   * same bars as an earlier one keeps the sum of the earlier rows.
   */
  update(regions: readonly Region[]): void;
  /**
   * Crops the region of this rank, 0 for the strongest. Returns undefined if there are fewer
   * regions. The rows of a frame are added to the sum only once.
   */
  cropRegion(rank: number, frame: LiveFrame): BarsPart | undefined;
};

/**
 * The maximum number of lines averaged for a row. Fewer than in a photo are enough, because the
 * rows of several frames are averaged.
 */
const maxLineCount = 3;

/**
 * The maximum differences of a region from that of the previous frame if both show the same bars. A
 * hand moves and turns a code only a little between frames. The search locates the ends of a region
 * less exactly than its center. The angle is in radians. Lengths are a multiple of the region's
 * size plus pixels of the frame.
 */
const maxDifferences = {
  angle: 0.12,
  center: { factor: 0.15, pixels: 30 },
  length: { factor: 0.25 },
  height: { factor: 0.4, pixels: 16 },
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
        const index = earlier.findIndex((candidate) => areSameBars(candidate.region, region));
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
function cropBars(entry: FollowedRegion, frame: LiveFrame, maxSide: number): BarsPart {
  const { region } = entry;
  const box = boxAroundBars(region, frame);
  const picture = frame.crop(box, {
    maxSide,
    createStrips(plane) {
      const strip = createStrip(plane, toPartRegion(region, box, plane.scale), maxLineCount);
      const { sum, mean } = addStrip(entry.sum, strip);
      entry.sum = sum;
      return [mean];
    },
  });
  return { picture, box };
}

/** Returns whether two regions of successive frames show the same bars. */
function areSameBars(a: Region, b: Region): boolean {
  const { angle, center, length, height } = maxDifferences;
  return (
    turnBetween(a.angle, b.angle) < angle &&
    Math.hypot(a.x - b.x, a.y - b.y) < center.factor * a.length + center.pixels &&
    Math.abs(a.length - b.length) < length.factor * a.length &&
    Math.abs(a.height - b.height) < height.factor * a.height + height.pixels
  );
}
