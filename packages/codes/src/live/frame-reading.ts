import { createStrips } from "../bars/strip.ts";
import type { Engine, Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import { createPicture } from "../picture.ts";
import { type Plane, shrink } from "../plane.ts";
import { mergeReadings } from "../readings/merge.ts";
import type { Frame } from "../readings/reading.ts";
import { createFrameAgreement } from "./agreement.ts";
import { followBars } from "./followed-bars.ts";
import { frameSchedule, type Schedule, type Step } from "./frame-plan.ts";
import { type LiveFrame, toLiveFrame } from "./live-frame.ts";
import { boxAroundCode, findPlaces, type Places, regionAroundCode } from "./places.ts";
import { readPart } from "./read-part.ts";
import { readStack } from "./read-stack.ts";
import { estimateCost, estimatePreparation, estimateReread, maxSides } from "./step-cost.ts";
import { areAtSameBars, StepQueue } from "./step-queue.ts";

/** The number of frames from one search for other codes to the next, while known codes are read. */
const searchPeriod = 3;
/** The number of searches that use the same places, because a hand hardly moves in between. */
const placesPeriod = 2;

/** Samples the strongest bars of a part. Around a known code, they are the bars of that code. */
const createStrongestStrips = (plane: Plane) => createStrips(plane, 1);

/** The corners of a code that was read, in pixels of the frame, and the step that read it. */
type KnownCode = { corners: Corners; step: Step };

/** The readings of a frame so far, and the corners and the step of each of them. */
type FrameResults = { found: Found[]; codes: KnownCode[] };

/**
 * Creates a function that reads successive frames of a camera. A known code is first read where
 * the previous frame had it, by the step that read it. If a code is missing, and on every third
 * frame, the next steps of the schedule search for others, as far as they fit into the time of a
 * frame. Steps that add a reading run again in the next search.
 */
export function createFrameReading(
  engine: Engine,
  schedule: Schedule = frameSchedule,
): (frame: Frame) => Found[] {
  const reading = new FrameReading(engine, schedule);
  return (frame) => reading.read(toLiveFrame(frame));
}

/** Reads frames, and keeps what later frames need: known codes, places and deferred steps. */
class FrameReading {
  readonly #engine: Engine;
  readonly #queue: StepQueue;
  readonly #bars = followBars(maxSides.bars);
  readonly #keepConfirmed = createFrameAgreement();
  /** The codes of the previous frame. */
  #knownCodes: readonly KnownCode[] = [];
  #places: Places = { bars: [], stacks: [], patches: [] };
  /** The steps of the last search, if they have added a reading. */
  #successfulSteps: readonly Step[] = [];
  #searchCount = 0;
  #framesSinceSearch = 0;
  #size = { width: 0, height: 0 };

  constructor(engine: Engine, schedule: Schedule) {
    this.#engine = engine;
    this.#queue = new StepQueue(schedule);
  }

  read(frame: LiveFrame): Found[] {
    if (frame.width !== this.#size.width || frame.height !== this.#size.height) this.#reset(frame);
    let results = this.#readKnownCodes(frame);
    if (this.#isSearchDue(results)) results = this.#search(frame, results);
    this.#knownCodes = results.codes;
    return this.#keepConfirmed(results.found);
  }

  /** Starts anew when frames change their size: a phone was turned, or the camera was changed. */
  #reset({ width, height }: LiveFrame): void {
    this.#size = { width, height };
    this.#knownCodes = [];
    this.#searchCount = 0;
    this.#queue.clear();
    this.#successfulSteps = [];
  }

  #readKnownCodes(frame: LiveFrame): FrameResults {
    let results: FrameResults = { found: [], codes: [] };
    for (const { corners, step } of this.#knownCodes) {
      results = addReadings(results, this.#readAgain(corners, step, frame), step);
    }
    return results;
  }

  #readAgain(corners: Corners, step: Step, frame: LiveFrame): Found[] {
    if (step.at === "stack") return readStack(regionAroundCode(corners), frame, this.#engine);
    const box = boxAroundCode(corners, frame);
    const picture = frame.crop(box, {
      maxSide: maxSides[step.at],
      createStrips: createStrongestStrips,
    });
    return readPart(picture, box, step.pass, this.#engine);
  }

  #isSearchDue({ found }: FrameResults): boolean {
    this.#framesSinceSearch++;
    const isCodeMissing = found.length === 0 || found.length < this.#knownCodes.length;
    return isCodeMissing || this.#framesSinceSearch >= searchPeriod;
  }

  #search(frame: LiveFrame, known: FrameResults): FrameResults {
    this.#framesSinceSearch = 0;
    const arePlacesDue = this.#searchCount++ % placesPeriod === 0;
    if (arePlacesDue) {
      this.#places = findPlaces(frame);
      this.#bars.update(this.#places.bars);
    }
    const steps =
      this.#successfulSteps.length > 0
        ? this.#successfulSteps
        : this.#queue.takeSteps(this.#estimateBefore(frame, arePlacesDue), (step, taken) => {
            const isSampled = taken.some((other) => areAtSameBars(other, step));
            return estimateCost(step, this.#places, frame, isSampled);
          });
    let results = known;
    for (const step of steps) results = addReadings(results, this.#runStep(step, frame), step);
    this.#successfulSteps = results.found.length > known.found.length ? steps : [];
    return results;
  }

  /** Estimates the cost of a frame before its first step, including the codes read again. */
  #estimateBefore(frame: LiveFrame, isSearched: boolean): number {
    return this.#knownCodes.reduce(
      (sum, { corners, step }) => sum + estimateReread(step, boxAroundCode(corners, frame)),
      estimatePreparation(frame, isSearched),
    );
  }

  #runStep(step: Step, frame: LiveFrame): Found[] {
    if (step.at === "whole") {
      const picture = createPicture(() => shrink(frame.reduced(), maxSides.whole));
      return readPart(picture, { x: 0, y: 0 }, step.pass, this.#engine);
    }
    if (step.at === "patch") {
      const box = this.#places.patches[step.rank];
      if (!box) return [];
      return readPart(frame.crop(box, { maxSide: maxSides.patch }), box, step.pass, this.#engine);
    }
    if (step.at === "stack") {
      const region = this.#places.stacks[step.rank];
      return region ? readStack(region, frame, this.#engine) : [];
    }
    const part = this.#bars.cropRegion(step.rank, frame);
    return part ? readPart(part.picture, part.box, step.pass, this.#engine) : [];
  }
}

function addReadings({ found, codes }: FrameResults, added: Found[], step: Step): FrameResults {
  const merged = mergeReadings(found, added);
  const newCodes = merged.slice(found.length).map(({ corners }) => ({ corners, step }));
  return { found: merged, codes: [...codes, ...newCodes] };
}
