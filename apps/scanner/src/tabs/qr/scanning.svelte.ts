import type { Reading } from "@scanhook/codes";
import { codeScan, type Outcome } from "@scanhook/webhook";
import { deliver } from "../../deliver.ts";
import { openRoute } from "../../navigation.svelte.ts";
import { pairingCode } from "../../pairing-code.ts";
import { createAgreement, keyOf } from "../../readers/camera/agreement.ts";
import { createChoice } from "../../readers/camera/choice.ts";
import { createFrameReader, type Picture } from "../../readers/camera/frame-reader.ts";
import type { OpenedPicture } from "../../readers/camera/pictures.ts";
import type { Size } from "../../readers/camera/placement.ts";
import { createRepeats } from "../../repeats.ts";
import { createFeedback } from "../../scanning/feedback.ts";
import { type Cue, cueOf } from "../../scanning/outcome-cue.ts";
import { settings } from "../../settings.svelte.ts";
import { learnToTell } from "./telling.svelte.ts";

/** One code that was scanned, with what became of it. */
export type Shot = {
  number: number;
  reading: Reading;
  outcome: Outcome | { kind: "sending" };
  /** Since when the outcome is known. */
  knownAt: number | undefined;
  /** Where it is in the history, once it is there. */
  entry: string | undefined;
  /** Its outcome was shown until the person went on. */
  read: boolean;
};

/** A code in sight that does not count by itself: scanned before, or left out of a choice. */
export type Settled = { reading: Reading; scanned: boolean };

/** What stands still: the codes, and the picture they are on. Without a picture the video goes on behind. */
export type Frozen = {
  picture: Picture | undefined;
  readings: Reading[];
  from: "camera" | "file";
};

/** What the tab does: look through the camera, or show something about a picture that stands still. */
export type Mode =
  | { kind: "live" }
  | { kind: "reading" }
  | { kind: "choosing"; frozen: Frozen }
  | { kind: "result"; frozen: Frozen; shots: number[] }
  | { kind: "empty"; frozen: Frozen }
  | { kind: "no-picture"; reason: Exclude<OpenedPicture, { ok: true }>["reason"] };

export type Seen = Size & { readings: Reading[]; at: number };

const mostShots = 30;
const mostFailures = 3;
/** Corners stay drawn over a frame or two in which the code was not read, so that they do not flicker. */
const seenLingersMs = 250;
/** The offer to scan a code after all stays while the hand with the phone reaches for it. */
const settledLingersMs = 2500;
/** After a scan, this long passes before the code still in the picture is called a repeat. */
const repeatQuietMs = 1500;

/** The work of the tab, apart from the camera itself: frames and photos in, scans out, and what to show of them. */
export function createScanning() {
  const reader = createFrameReader();
  const feedback = createFeedback();
  // For the life of the app: "once in this session" holds also when the tab was left.
  const repeats = createRepeats();
  let agreement = createAgreement();
  let choice = createChoice();
  let here = false;
  let quietUntil = 0;
  let settledAt = 0;
  let numbers = 0;
  let failures = 0;

  let mode = $state.raw<Mode>({ kind: "live" });
  let seen = $state.raw<Seen>({ readings: [], width: 1, height: 1, at: 0 });
  let settled = $state.raw<Settled[]>([]);
  const state = $state<{
    shots: Shot[];
    count: number;
    broken: boolean;
    cue: { number: number; kind: Cue; at: number } | undefined;
  }>({ shots: [], count: 0, broken: false, cue: undefined });

  const show = (next: Mode) => {
    const before = "frozen" in mode ? mode.frozen.picture : undefined;
    if (before && !("frozen" in next && next.frozen.picture === before)) before.close();
    mode = next;
    settled = [];
    seen = { ...seen, readings: [] };
    quietUntil = performance.now() + repeatQuietMs;
    agreement = createAgreement();
    choice = createChoice();
  };

  /** Sends one reading; returns at once. */
  const take = (reading: Reading): number => {
    repeats.take(keyOf(reading));
    quietUntil = performance.now() + repeatQuietMs;
    settled = [];
    const number = ++numbers;
    const { content, format, bytes } = reading;
    state.count += 1;
    state.shots = [
      {
        number,
        reading,
        outcome: { kind: "sending" } as const,
        knownAt: undefined,
        entry: undefined,
        read: false,
      },
      ...state.shots,
    ].slice(0, mostShots);
    void deliver("code", codeScan({ content }), { format, bytes }).then(({ id, outcome }) => {
      const shot = state.shots.find((each) => each.number === number);
      if (shot) Object.assign(shot, { outcome, entry: id, knownAt: Date.now() });
      const kind = cueOf(outcome);
      if (!kind) return;
      state.cue = { number, kind, at: Date.now() };
      feedback.give(kind, settings);
    });
    return number;
  };

  const takeFrom = (frozen: Frozen, readings: readonly Reading[]) => {
    const codeIn = ({ content }: Reading) => pairingCode(content, location.href);
    const pairing = readings.find(codeIn);
    const shots = readings.filter((reading) => reading !== pairing).map(take);
    for (const reading of frozen.readings) repeats.settle(keyOf(reading));
    if (pairing) {
      repeats.take(keyOf(pairing));
      show({ kind: "live" });
      frozen.picture?.close();
      openRoute({ tab: "pair", code: codeIn(pairing)! });
    } else if (settings.continuous && frozen.from === "camera") {
      show({ kind: "live" });
      frozen.picture?.close();
    } else show({ kind: "result", frozen, shots });
  };

  const live = () => {
    if ("frozen" in mode) {
      for (const reading of mode.frozen.readings) repeats.settle(keyOf(reading));
    }
    if (mode.kind === "result") {
      const { shots } = mode;
      for (const shot of state.shots) {
        if (shots.includes(shot.number) && shot.outcome.kind !== "sending") shot.read = true;
      }
    }
    show({ kind: "live" });
  };

  const warm = () => {
    state.broken = false;
    failures = 0;
    reader.warm().catch(() => {
      state.broken = here;
    });
  };

  /** Runs the reader; a worker that failed is started anew, but not for ever. */
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch {
      if (!here) return undefined;
      reader.end();
      failures += 1;
      if (failures >= mostFailures) state.broken = true;
      return undefined;
    }
  };

  const judge = (readings: Reading[], picture: Picture | undefined, size: Size) => {
    if (readings.length > 0) learnToTell();
    const at = performance.now();
    if (readings.length > 0 || at - seen.at > seenLingersMs) seen = { readings, ...size, at };
    const trusted = agreement.confirm(readings, at);
    const { fresh, repeated } = repeats.look(readings.map(keyOf), settings);
    const isNew = (reading: Reading) => fresh.includes(keyOf(reading));
    const chosen = choice.choose(readings.filter(isNew), trusted, at);
    if (chosen.kind === "nothing") {
      const known = trusted.filter((reading) => !isNew(reading));
      if (at > quietUntil && (known.length > 0 || at - settledAt > settledLingersMs)) {
        settled = known.map((reading) => ({ reading, scanned: repeated.includes(keyOf(reading)) }));
        settledAt = at;
      }
      picture?.close();
      return;
    }
    const frozen: Frozen = { picture, readings, from: "camera" };
    if (chosen.kind === "one") takeFrom(frozen, [chosen.reading]);
    else show({ kind: "choosing", frozen: { ...frozen, readings: chosen.readings } });
  };

  return {
    get mode() {
      return mode;
    },
    get seen() {
      return seen;
    },
    get settled() {
      return settled;
    },
    get state() {
      return state;
    },
    feedback,
    warm,
    enter(): () => void {
      here = true;
      warm();
      return () => {
        here = false;
        live();
        reader.end();
        feedback.rest();
      };
    },
    /** Looks at what the video shows now. `shown`: whether the person can see a code with these corners. */
    async look(
      video: HTMLVideoElement,
      shown: (corners: Reading["corners"], size: Size) => boolean,
    ) {
      if (mode.kind !== "live" || state.broken) return;
      const read = await attempt(() => reader.frame(video));
      if (!read) return;
      const { readings, picture, width, height } = read;
      if (mode.kind !== "live" || !here) return picture?.close();
      const visible = readings.filter(({ corners }) => shown(corners, { width, height }));
      judge(distinct(visible), picture, { width, height });
    },
    /** Reads a photo. It was chosen on purpose, so its codes count even if they were scanned before. */
    async readPicture(opening: Promise<OpenedPicture>) {
      show({ kind: "reading" });
      const current = mode;
      const opened = await opening;
      if (mode !== current) return;
      if (!opened.ok) return show({ kind: "no-picture", reason: opened.reason });
      const read = await attempt(() => reader.still(opened.bitmap));
      if (mode !== current) return read?.picture?.close();
      if (!read) return show({ kind: "no-picture", reason: "unreadable" });
      const readings = distinct(read.readings);
      learnToTell();
      const frozen: Frozen = { picture: read.picture, readings, from: "file" };
      const [first, ...others] = readings;
      if (!first) show({ kind: "empty", frozen });
      else if (others.length > 0) show({ kind: "choosing", frozen });
      else takeFrom(frozen, [first]);
    },
    /** The person picked from the list. */
    pick(readings: readonly Reading[]) {
      if (mode.kind === "choosing") takeFrom(mode.frozen, readings);
    },
    /** Back to the camera. What it still shows has been dealt with. */
    live,
    /** Scans a code again although the rule for repeats says no, because the person asked for it. */
    again(reading: Reading) {
      takeFrom({ picture: undefined, readings: [reading], from: "camera" }, [reading]);
    },
    resetCount() {
      state.count = 0;
    },
  };
}

/** The tab's one scanning, kept while other tabs are shown. */
export const scanning = createScanning();

/** The same code printed twice in one picture is one code. */
function distinct(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [keyOf(reading), reading])).values()];
}
