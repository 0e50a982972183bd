import { readTag, type TagReading } from "@scanhook/tags";
import { nfcScan, type Outcome } from "@scanhook/webhook";
import { deliver } from "../../deliver.ts";
import { phoneNfc } from "../../readers/nfc/phone.ts";
import type { NfcProblem } from "../../readers/nfc/problem.ts";
import type { SeenTag } from "../../readers/nfc/transport.ts";
import { createRepeats } from "../../repeats.ts";
import { createFeedback } from "../../scanning/feedback.ts";
import { type Cue, cueOf } from "../../scanning/outcome-cue.ts";
import { settings } from "../../settings.svelte.ts";
import { toHex } from "../../tag/hex.ts";
import { messageOf } from "../../tag/message.ts";

/** One tag that was scanned, with what became of it. */
export type Shot = {
  number: number;
  reading: TagReading;
  outcome: Outcome | { kind: "sending" };
  /** Where it is in the history, once it is there. */
  entry: string | undefined;
};

/** What came of the tag that was held to the phone last. */
export type Seen =
  /** `shot` is the scan it made, or made before when it is `repeated`; a tag that says nothing at all makes none. */
  | { kind: "tag"; reading: TagReading; shot: number | undefined; repeated: boolean }
  | { kind: "unreadable"; times: number };

const mostShots = 30;
/** A tag that is there as soon as the page is shown again has been lying on the phone all the while. */
const restedMs = 1500;
/** Trials within this time are of the same tag. */
const triedMs = 20_000;

/** The work of reading: tags in, scans out, and what to show of them. Runs only while the page can be seen. */
export function createReading() {
  const feedback = createFeedback();
  // For the life of the app: "once in this session" holds also when the tab was left.
  const repeats = createRepeats();
  const shotOf = new Map<string, number>();
  let wanted = false;
  let running: AbortController | undefined;
  let lastKey: string | undefined;
  let backSince = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let numbers = 0;

  let seen = $state.raw<Seen | undefined>();
  const state = $state<{
    phase: "checking" | "off" | "starting" | "reading" | "problem";
    problem: NfcProblem | undefined;
    shots: Shot[];
    cue: { number: number; kind: Cue } | undefined;
    /** Counts what was held to the phone, so that the page can follow. */
    looks: number;
  }>({ phase: "checking", problem: undefined, shots: [], cue: undefined, looks: 0 });

  const show = (next: Seen) => {
    seen = next;
    state.looks += 1;
  };

  const take = (key: string, reading: TagReading) => {
    const number = ++numbers;
    repeats.take(key);
    shotOf.set(key, number);
    lastKey = key;
    const shot: Shot = { number, reading, outcome: { kind: "sending" }, entry: undefined };
    state.shots = [shot, ...state.shots].slice(0, mostShots);
    show({ kind: "tag", reading, shot: number, repeated: false });
    const bytes = messageOf(reading);
    void deliver("nfc", nfcScan(reading), bytes ? { bytes } : {}).then(({ id, outcome }) => {
      const sent = state.shots.find((each) => each.number === number);
      if (sent) Object.assign(sent, { outcome, entry: id });
      const kind = cueOf(outcome);
      if (!kind) return;
      state.cue = { number, kind };
      feedback.give(kind, settings);
    });
  };

  const onTag = (tag: SeenTag) => {
    if (phoneNfc.coversPage) pause();
    failedAt = Number.NEGATIVE_INFINITY;
    const reading = readTag({ uid: tag.uid, records: tag.records });
    const key = keyOf(reading);
    if (key === undefined) {
      show({ kind: "tag", reading, shot: undefined, repeated: false });
      feedback.give("failed", settings);
      return;
    }
    if (key === lastKey && performance.now() - backSince < restedMs) repeats.settle(key);
    if (repeats.look([key], settings).fresh.length > 0) take(key, reading);
    else show({ kind: "tag", reading, shot: shotOf.get(key), repeated: true });
  };

  const onUnreadable = () => {
    const now = performance.now();
    const times = seen?.kind === "unreadable" && now - failedAt < triedMs ? seen.times + 1 : 1;
    failedAt = now;
    show({ kind: "unreadable", times });
    feedback.give("failed", settings);
  };

  const stop = () => {
    running?.abort();
    running = undefined;
  };

  /** Reads no more until a person asks for it again. */
  const pause = () => {
    stop();
    wanted = false;
    state.phase = "off";
  };

  const open = async () => {
    stop();
    if (document.visibilityState === "hidden") return;
    const own = new AbortController();
    running = own;
    state.phase = "starting";
    const began = await phoneNfc.listen(own.signal, { onTag, onUnreadable, onEnd: pause });
    if (running !== own) return;
    backSince = Math.min(backSince, performance.now());
    if (!began.ok) stop();
    state.phase = began.ok ? "reading" : "problem";
    state.problem = began.ok ? undefined : began.problem;
  };

  const follow = () => {
    if (document.visibilityState === "hidden") return stop();
    if (!wanted || running) return;
    // From when reading began again: how long that takes says nothing about the tag.
    backSince = Number.POSITIVE_INFINITY;
    void open();
  };

  /** Reads because a person, a link or an earlier permission asks for it. */
  const start = async () => {
    wanted = true;
    await open();
  };

  return {
    get seen() {
      return seen;
    },
    get state() {
      return state;
    },
    feedback,
    start,
    /** Reads if nobody needs to be asked, and from then on follows page and permission. */
    enter(): () => void {
      let left = false;
      document.addEventListener("visibilitychange", follow);
      state.problem = phoneNfc.missing();
      state.phase = state.problem ? "problem" : "checking";
      void phoneNfc.permission().then((permission) => {
        if (left || wanted || state.problem) return;
        // Also when it is denied: trying tells why.
        if (permission !== "ask") void start();
        else state.phase = "off";
      });
      const stopFollowing = phoneNfc.followPermission(() => {
        if (state.phase === "problem") void start();
      });
      return () => {
        left = true;
        wanted = false;
        stop();
        state.phase = "checking";
        stopFollowing();
        document.removeEventListener("visibilitychange", follow);
        feedback.rest();
      };
    },
    /** Scans the tag again although the rule for repeats says no, because the person asked for it. */
    again(reading: TagReading) {
      const key = keyOf(reading);
      if (key !== undefined) take(key, reading);
    },
  };
}

/** The tab's one reading, kept while other tabs are shown. */
export const reading = createReading();

/** What a tag is known by: its UID, or without one what it says; undefined for one that has neither. */
function keyOf({ uid, content }: TagReading): string | undefined {
  if (uid) return `uid ${toHex(uid)}`;
  return content === "" ? undefined : `content ${content}`;
}
