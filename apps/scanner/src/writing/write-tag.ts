import type { NdefRecord } from "@scanhook/tags";
import type { NfcProblem } from "../readers/nfc/problem.ts";
import type { DetectedTag, NfcTransport } from "../readers/nfc/transport.ts";
import { haveSameMeaning } from "./same-meaning.ts";
import { type TagIdentity, toStableUid } from "./stable-uid.ts";

/** The part of the NFC transport that writing uses. */
export type TagAccess = Pick<NfcTransport, "listen" | "write" | "lock" | "lockTimeoutMs">;

export type WriteJob = {
  records: readonly NdefRecord[];
  /** Whether to make the tag read-only after its content was checked. */
  lock: boolean;
  /**
   * Decides what to do with a detected tag before anything is written; the default is `write`. A
   * resting tag was in the field when writing began, so it may be the tag that was written before.
   */
  decide?: (tag: DetectedTag, isResting: boolean) => TagDecision;
};

export type TagDecision = "write" | "ignore" | "ask";

/** The current step of writing. `why` is the reason why the step has to be repeated. */
export type WriteStep =
  | { kind: "waiting" }
  | { kind: "writing"; why?: "unreadable" }
  | { kind: "checking"; why?: "unreadable" | "other-tag" }
  | { kind: "locking"; why?: "moved" };

export type WriteResult =
  /** `uid` is empty if it does not identify the tag. */
  | { kind: "done"; uid: string; lock: LockResult }
  /** `decide` returned `ask`; nothing was written. */
  | { kind: "asked"; tag: DetectedTag }
  /** `read` is the content of the tag, which is not what was written. */
  | { kind: "different"; read: readonly NdefRecord[] }
  | { kind: "failed"; problem: NfcProblem };

export type LockResult =
  | { kind: "open" }
  | { kind: "locked" }
  | { kind: "not-locked"; problem: NfcProblem };

export type WriteOptions = {
  signal: AbortSignal;
  onStep?: (step: WriteStep) => void;
  now?: () => number;
  /**
   * The time after which the tag counts as moved away; by default that of the transport, or one in
   * which every tag that is held is locked.
   */
  lockTimeoutMs?: number;
};

/** A tag that is detected within this time was left in the field, not brought to it. */
const restingMs = 1_000;

/**
 * Waits for a tag, writes it, reads it back, and locks it if the job says so. Never throws: if the
 * signal aborts, the result is `failed` with the problem `cancelled`.
 */
export async function writeTag(
  transport: TagAccess,
  job: WriteJob,
  {
    signal,
    onStep = () => {},
    now = () => performance.now(),
    lockTimeoutMs = transport.lockTimeoutMs ?? 2_500,
  }: WriteOptions,
): Promise<WriteResult> {
  onStep({ kind: "waiting" });
  const startedAt = now();
  const detection = await listenForTag(transport, signal, (tag, isFirst) => {
    if (!tag) return { kind: "unreadable" as const };
    const decision = job.decide?.(tag, isFirst && now() - startedAt < restingMs) ?? "write";
    return decision === "ignore" ? undefined : { kind: decision, tag };
  });
  if (detection.kind === "failed") return detection;
  if (detection.kind === "ask") return { kind: "asked", tag: detection.tag };

  // An unreadable tag may hold a message that an earlier attempt wrote in part. It can still be
  // written.
  onStep(
    detection.kind === "unreadable" ? { kind: "writing", why: "unreadable" } : { kind: "writing" },
  );
  const written = await writeRecords(
    transport,
    job.records,
    signal,
    detection.kind === "write" ? detection.tag : undefined,
  );
  if (written.kind === "failed") return written;
  return verifyAndLock(transport, job, written.tag, { signal, onStep, lockTimeoutMs });
}

type StepOptions = Required<Pick<WriteOptions, "signal" | "onStep" | "lockTimeoutMs">>;

type FailedResult = { kind: "failed"; problem: NfcProblem };

/**
 * Writes the records and returns the written tag. That may be another one than `detected`, which
 * may have been moved away. Every tag is detected before it is written, so the one that was
 * detected last is right.
 */
async function writeRecords(
  transport: TagAccess,
  records: readonly NdefRecord[],
  signal: AbortSignal,
  detected: DetectedTag | undefined,
): Promise<{ kind: "written"; tag: TagIdentity } | FailedResult> {
  const ended = new AbortController();
  let last: TagIdentity = detected ?? { uid: "" };
  const listening = await transport.listen(AbortSignal.any([signal, ended.signal]), {
    onTag: (tag) => {
      last = tag;
    },
    onUnreadable: () => {},
  });
  try {
    const result = listening.ok ? await transport.write(signal, records) : listening;
    return result.ok ? { kind: "written", tag: last } : { kind: "failed", problem: result.problem };
  } finally {
    ended.abort();
  }
}

/** Reads the tag back, compares its content with the job's, and locks it if the job says so. */
async function verifyAndLock(
  transport: TagAccess,
  job: WriteJob,
  written: TagIdentity,
  { signal, onStep, lockTimeoutMs }: StepOptions,
): Promise<WriteResult> {
  onStep({ kind: "checking" });
  const readback = await listenForTag(transport, signal, (tag) => {
    if (!tag) onStep({ kind: "checking", why: "unreadable" });
    else if (!canBeSameTag(written, tag)) onStep({ kind: "checking", why: "other-tag" });
    else return { kind: "read" as const, tag };
    return undefined;
  });
  if (readback.kind === "failed") return readback;
  if (!haveSameMeaning(readback.tag.records, job.records)) {
    return { kind: "different", read: readback.tag.records };
  }
  const lock: LockResult = job.lock
    ? await lockTag(transport, readback.tag, { signal, onStep, lockTimeoutMs })
    : { kind: "open" };
  return { kind: "done", uid: toStableUid(readback.tag), lock };
}

/**
 * Locks the tag that was just checked, and no other. If it has been moved away, the attempt times
 * out before a person can bring another tag, and the next attempt waits until this tag is detected
 * again.
 */
async function lockTag(
  transport: TagAccess,
  written: DetectedTag,
  { signal, onStep, lockTimeoutMs }: StepOptions,
): Promise<LockResult> {
  onStep({ kind: "locking" });
  for (;;) {
    const timeout = AbortSignal.timeout(lockTimeoutMs);
    const result = await transport.lock(AbortSignal.any([signal, timeout]));
    if (result.ok) return { kind: "locked" };
    // Without the timeout, it was the person who closed the sheet of the system.
    const isTagGone = timeout.aborted || result.problem.kind === "lost";
    if (!isTagGone || signal.aborted) return { kind: "not-locked", problem: result.problem };
    onStep({ kind: "locking", why: "moved" });
    const redetection = await listenForTag(transport, signal, (tag) =>
      tag && isSameTag(written, tag) ? { kind: "back" as const } : undefined,
    );
    if (redetection.kind === "failed") return { kind: "not-locked", problem: redetection.problem };
  }
}

/**
 * Listens until `choose` returns a value for a tag. `choose` gets undefined for an unreadable tag;
 * `isFirst` is true for the first tag. A new listener immediately gets a tag that is still in the
 * field.
 */
async function listenForTag<T>(
  transport: TagAccess,
  signal: AbortSignal,
  choose: (tag: DetectedTag | undefined, isFirst: boolean) => T | undefined,
): Promise<T | FailedResult> {
  const ended = new AbortController();
  const { promise, resolve } = Promise.withResolvers<T | FailedResult>();
  const stop = () => resolve({ kind: "failed", problem: { kind: "cancelled" } });
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let isFirst = true;
  const onDetected = (tag: DetectedTag | undefined) => {
    const choice = choose(tag, isFirst);
    isFirst = false;
    if (choice !== undefined) resolve(choice);
  };
  try {
    const listening = await transport.listen(AbortSignal.any([signal, ended.signal]), {
      onTag: onDetected,
      onUnreadable: () => onDetected(undefined),
      onEnd: stop,
    });
    if (!listening.ok) resolve({ kind: "failed", problem: listening.problem });
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    ended.abort();
  }
}

/** Returns false only if stable UIDs prove that the tags differ. */
function canBeSameTag(one: TagIdentity, other: TagIdentity): boolean {
  const [first, second] = [toStableUid(one), toStableUid(other)];
  return first === "" || second === "" || first === second;
}

/** Compares the stable UIDs, or the content of tags without one. */
function isSameTag(written: DetectedTag, tag: DetectedTag): boolean {
  if (toStableUid(written) !== "") return toStableUid(written) === toStableUid(tag);
  return haveSameMeaning(written.records, tag.records);
}
