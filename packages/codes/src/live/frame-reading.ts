import { createStrips } from "../bars/strip.ts";
import type { Engine, Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import { createPicture } from "../picture.ts";
import { type Plane, shrink } from "../plane.ts";
import { mergeReadings } from "../readings/merge.ts";
import type { Frame } from "../readings/reading.ts";
import { createFrameAgreement } from "./agreement.ts";
import { followBars } from "./followed-bars.ts";
import { frameRotation, type Rotation, type Step } from "./frame-plan.ts";
import { type LiveFrame, toLiveFrame } from "./live-frame.ts";
import { boxAroundCode, findPlaces, type Places, regionAroundCode } from "./places.ts";
import { readPart } from "./read-part.ts";
import { readStack } from "./read-stack.ts";
import { estimateCost, estimateReread, estimateStart, frameBudget, sides } from "./step-cost.ts";

/** While codes are read where they were, every third frame is searched for others. */
const searchPeriod = 3;
/**
 * Places are searched anew on every second frame that needs them: a hand hardly moves meanwhile.
 */
const placesPeriod = 2;

/** The bars of one code are the strongest around it. */
const createStrongest = (plane: Plane) => createStrips(plane, 1);

/** Where a code was read, and the step that read it. */
type Memory = { corners: Corners; step: Step };

/**
 * Creates the reading of a live camera's frames. A code is first looked for where the frame before
 * had it, by the step that read it. If one is missing, and on every third frame, the next steps of
 * the rotation run where codes may be, as far as they fit into the time of a frame. Steps that add
 * a reading run again on the next such frame.
 */
export function createFrameReading(
  engine: Engine,
  rotation: Rotation = frameRotation,
): (frame: Frame) => Found[] {
  const bars = followBars(sides.bars);
  const keepTrusted = createFrameAgreement();
  let memories: Memory[] = [];
  let places: Places = { bars: [], stacks: [], patches: [] };
  let turn = 0;
  /** The steps of earlier turns that did not fit into their frame. */
  let waiting: readonly Step[] = [];
  /** The steps of the last search, if they have added a reading. */
  let successful: readonly Step[] = [];
  let searchCount = 0;
  let framesSinceSearch = 0;
  let size = { width: 0, height: 0 };

  const readStep = (step: Step, live: LiveFrame): Found[] => {
    if (step.at === "whole") {
      const picture = createPicture(() => shrink(live.reduced(), sides.whole));
      return readPart(picture, { x: 0, y: 0 }, step.pass, engine);
    }
    if (step.at === "patch") {
      const box = places.patches[step.rank];
      return box ? readPart(live.crop(box, { side: sides.patch }), box, step.pass, engine) : [];
    }
    if (step.at === "stack") {
      const region = places.stacks[step.rank];
      return region ? readStack(region, live, engine) : [];
    }
    const seen = bars.look(step.rank, live);
    return seen ? readPart(seen.picture, seen.box, step.pass, engine) : [];
  };

  const readAgain = (corners: Corners, step: Step, live: LiveFrame): Found[] => {
    if (step.at === "stack") return readStack(regionAroundCode(corners), live, engine);
    const box = boxAroundCode(corners, live);
    const picture = live.crop(box, { side: sides[step.at], createStrips: createStrongest });
    return readPart(picture, box, step.pass, engine);
  };

  /** Estimates what a frame costs before its first step, with the codes that were read again. */
  const estimateBefore = (live: LiveFrame, isSearched: boolean): number =>
    memories.reduce(
      (sum, { corners, step }) => sum + estimateReread(step, boxAroundCode(corners, live)),
      estimateStart(live, isSearched),
    );

  /**
   * Takes steps that have waited and those of one further turn, at least one and as many as the
   * frame has time for.
   */
  const takeSteps = (live: LiveFrame, costBefore: number): Step[] => {
    const steps: Step[] = [];
    const next = [...waiting];
    let cost = costBefore;
    let isTurnOver = false;
    for (;;) {
      if (next.length === 0) {
        if (isTurnOver) break;
        next.push(...rotation[turn]!);
        turn = (turn + 1) % rotation.length;
        isTurnOver = true;
      }
      const step = next[0]!;
      const isSampled = steps.some((other) => isSameBars(other, step));
      cost += estimateCost(step, places, live, isSampled);
      if (steps.length > 0 && cost > frameBudget) break;
      // A step that has waited may come again in the next turn.
      if (steps.some((other) => isSameStep(other, step))) break;
      steps.push(next.shift()!);
    }
    waiting = next;
    return steps;
  };

  return (frame) => {
    const live = toLiveFrame(frame);
    if (live.width !== size.width || live.height !== size.height) {
      // The phone was turned, or another camera chosen: all places are elsewhere.
      size = live;
      memories = [];
      searchCount = 0;
      waiting = [];
      successful = [];
    }
    let found: Found[] = [];
    const newMemories: Memory[] = [];
    const add = (readings: Found[], step: Step) => {
      const countBefore = found.length;
      found = mergeReadings(found, readings);
      for (const { corners } of found.slice(countBefore)) {
        newMemories.push({ corners, step });
      }
    };
    for (const { corners, step } of memories) add(readAgain(corners, step, live), step);
    framesSinceSearch++;
    const isMissing = found.length === 0 || found.length < memories.length;
    if (isMissing || framesSinceSearch >= searchPeriod) {
      framesSinceSearch = 0;
      const isSearched = searchCount++ % placesPeriod === 0;
      if (isSearched) {
        places = findPlaces(live);
        bars.locate(places.bars);
      }
      const countBefore = found.length;
      const steps =
        successful.length > 0 ? successful : takeSteps(live, estimateBefore(live, isSearched));
      for (const step of steps) add(readStep(step, live), step);
      successful = found.length > countBefore ? steps : [];
    }
    memories = newMemories;
    return keepTrusted(found);
  };
}

function isSameStep(a: Step, b: Step): boolean {
  if (a.at === "stack" || b.at === "stack") return isSamePlace(a, b);
  return isSamePlace(a, b) && a.pass === b.pass;
}

function isSameBars(a: Step, b: Step): boolean {
  return a.at === "bars" && isSamePlace(a, b);
}

function isSamePlace(a: Step, b: Step): boolean {
  return a.at === b.at && (a.at === "whole" || b.at === "whole" || a.rank === b.rank);
}
