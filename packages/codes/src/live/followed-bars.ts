import { addStrip, type StripSum } from "../bars/add-strips.ts";
import { createStrip } from "../bars/strip.ts";
import type { Box } from "../geometry/box.ts";
import { scalePoint } from "../geometry/point.ts";
import type { Region } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import type { LiveFrame } from "./live-frame.ts";
import { boxAround } from "./places.ts";

/** A part of a frame with bars. Its strip has the rows of this and of earlier frames, added up. */
export type SeenBars = { picture: Picture; box: Box };

/** Regions of bars that are followed over successive frames. */
export type FollowedBars = {
  /**
   * Replaces the regions by those of a newer frame, the strongest first. One that was there before
   * keeps what was added up.
   */
  locate(regions: readonly Region[]): void;
  /**
   * Returns the region of this rank in the frame, or undefined if there are fewer. A frame is added
   * up once.
   */
  look(rank: number, frame: LiveFrame): SeenBars | undefined;
};

/** Fewer lines than in a photo are enough, because several frames are added up. */
const maxLineCount = 3;

type Followed = {
  region: Region;
  sum: StripSum | undefined;
  last?: { frame: LiveFrame; bars: SeenBars };
};

/** `side` is the most that the long side of a part has, in pixels. */
export function followBars(side: number): FollowedBars {
  let followed: Followed[] = [];
  return {
    locate(regions) {
      const earlier = [...followed];
      followed = regions.map((region) => {
        const index = earlier.findIndex((one) => isSame(one.region, region));
        const [known] = index < 0 ? [] : earlier.splice(index, 1);
        if (!known) return { region, sum: undefined };
        // Rows can be added up only if they are equally long.
        const { length, height } = known.region;
        return { region: { ...region, length, height }, sum: known.sum };
      });
    },
    look(rank, frame) {
      const one = followed[rank];
      if (!one) return undefined;
      if (one.last?.frame !== frame) one.last = { frame, bars: lookAt(one, frame, side) };
      return one.last.bars;
    },
  };
}

function lookAt(one: Followed, frame: LiveFrame, side: number): SeenBars {
  const { region } = one;
  const box = boxAround(region, frame);
  const picture = frame.crop(box, {
    side,
    createStrips(plane) {
      const { scale } = plane;
      const partRegion = {
        ...scalePoint({ x: region.x - box.x, y: region.y - box.y }, 1 / scale),
        angle: region.angle,
        length: region.length / scale,
        height: region.height / scale,
      };
      const { sum, mean } = addStrip(one.sum, createStrip(plane, partRegion, maxLineCount));
      one.sum = sum;
      return [mean];
    },
  });
  return { picture, box };
}

/**
 * A hand moves and turns a code only a little between two frames, and the search finds its ends
 * less exactly.
 */
function isSame(a: Region, b: Region): boolean {
  const turn = Math.abs(a.angle - b.angle) % Math.PI;
  return (
    Math.min(turn, Math.PI - turn) < 0.12 &&
    Math.hypot(a.x - b.x, a.y - b.y) < 0.15 * a.length + 30 &&
    Math.abs(a.length - b.length) < 0.25 * a.length &&
    Math.abs(a.height - b.height) < 0.4 * a.height + 16
  );
}
