import type { NdefRecord } from "@scanhook/tags";
import type { NfcProblem } from "../readers/nfc/problem.ts";
import type { NfcTransport, SeenTag } from "../readers/nfc/transport.ts";
import { knownUid } from "./known-uid.ts";
import { sameContent } from "./same-meaning.ts";

/** What writing needs of the device. */
export type TagAccess = Pick<NfcTransport, "listen" | "write" | "lock">;

export type WriteJob = {
  records: readonly NdefRecord[];
  /** Makes the tag read-only once everything on it was checked. */
  lock: boolean;
  /**
   * What to do with a tag before anything is written. `resting`: it was there at once when writing began, so it may be
   * the one that was written just before. Left out: write.
   */
  judge?: (tag: SeenTag, resting: boolean) => "write" | "ignore" | "ask";
};

/** Where writing is; `why` says what keeps it from going on. */
export type WriteStep =
  | { kind: "waiting" }
  | { kind: "writing"; why?: "unreadable" }
  | { kind: "checking"; why?: "unreadable" | "other-tag" }
  | { kind: "locking"; why?: "moved" };

export type WriteResult =
  /** `uid`: as it is printed; empty when the tag is not known again by it. */
  | { kind: "done"; uid: string; lock: LockResult }
  /** `judge` wants the person asked; nothing was written. */
  | { kind: "asked"; tag: SeenTag }
  /** `read`: what was on the tag instead. */
  | { kind: "different"; read: readonly NdefRecord[] }
  | { kind: "failed"; problem: NfcProblem };

export type LockResult =
  | { kind: "open" }
  | { kind: "locked" }
  | { kind: "not-locked"; problem: NfcProblem };

export type Watch = {
  signal: AbortSignal;
  onStep?: (step: WriteStep) => void;
  now?: () => number;
  /** Milliseconds after which a lock was not taken by the tag that was checked: longer than any takes. */
  lockingFor?: number;
};

/** A tag that is there within this many milliseconds was not brought but left lying. */
const restingFor = 1_000;

/**
 * Writes one tag: waits for it, writes, reads it back, and locks it when asked to. Never throws; when the signal ends,
 * it has failed as `cancelled`.
 */
export async function writeTag(
  transport: TagAccess,
  job: WriteJob,
  { signal, onStep = () => {}, now = () => performance.now(), lockingFor = 2_500 }: Watch,
): Promise<WriteResult> {
  onStep({ kind: "waiting" });
  const began = now();
  const found = await listen(transport, signal, (tag, first) => {
    if (!tag) return { kind: "unreadable" as const };
    const verdict = job.judge?.(tag, first && now() - began < restingFor) ?? "write";
    return verdict === "ignore" ? undefined : { kind: verdict, tag };
  });
  if (found.kind === "failed") return found;
  if (found.kind === "ask") return { kind: "asked", tag: found.tag };

  // A tag that could not be read may be torn from an earlier try, and can be written all the same.
  onStep(
    found.kind === "unreadable" ? { kind: "writing", why: "unreadable" } : { kind: "writing" },
  );
  const written = await write(
    transport,
    job.records,
    signal,
    found.kind === "write" ? found.tag : undefined,
  );
  if (written.kind === "failed") return written;
  return check(transport, job, written.uid, { signal, onStep, lockingFor });
}

type Following = Required<Pick<Watch, "signal" | "onStep" | "lockingFor">>;

type Failed = { kind: "failed"; problem: NfcProblem };

/**
 * Writes, and tells which tag it was. The one that was seen may have gone again; then the next is written, and heard of
 * first.
 */
async function write(
  transport: TagAccess,
  records: readonly NdefRecord[],
  signal: AbortSignal,
  seen: SeenTag | undefined,
): Promise<{ kind: "written"; uid: string } | Failed> {
  const over = new AbortController();
  let uid = seen?.uid ?? "";
  const began = await transport.listen(AbortSignal.any([signal, over.signal]), {
    onTag: (tag) => {
      uid = tag.uid;
    },
    onUnreadable: () => {},
  });
  try {
    const done = began.ok ? await transport.write(signal, records) : began;
    return done.ok ? { kind: "written", uid } : { kind: "failed", problem: done.problem };
  } finally {
    over.abort();
  }
}

async function check(
  transport: TagAccess,
  job: WriteJob,
  uid: string,
  { signal, onStep, lockingFor }: Following,
): Promise<WriteResult> {
  onStep({ kind: "checking" });
  const read = await listen(transport, signal, (tag) => {
    if (!tag) onStep({ kind: "checking", why: "unreadable" });
    else if (!maybeSame(uid, tag.uid)) onStep({ kind: "checking", why: "other-tag" });
    else return { kind: "read" as const, tag };
    return undefined;
  });
  if (read.kind === "failed") return read;
  if (!sameContent(read.tag.records, job.records)) {
    return { kind: "different", read: read.tag.records };
  }
  const lock: LockResult = job.lock
    ? await lockTag(transport, read.tag, { signal, onStep, lockingFor })
    : { kind: "open" };
  return { kind: "done", uid: knownUid(read.tag.uid), lock };
}

/**
 * Locks this tag and no other: it was seen a moment ago. If it has gone since, the try is given up before another tag
 * can come, and this one is waited for.
 */
async function lockTag(
  transport: TagAccess,
  written: SeenTag,
  { signal, onStep, lockingFor }: Following,
): Promise<LockResult> {
  onStep({ kind: "locking" });
  for (;;) {
    const done = await transport.lock(AbortSignal.any([signal, AbortSignal.timeout(lockingFor)]));
    if (done.ok) return { kind: "locked" };
    const gone = done.problem.kind === "cancelled" || done.problem.kind === "lost";
    if (!gone || signal.aborted) return { kind: "not-locked", problem: done.problem };
    onStep({ kind: "locking", why: "moved" });
    const again = await listen(transport, signal, (tag) =>
      tag && isSame(written, tag) ? { kind: "back" as const } : undefined,
    );
    if (again.kind === "failed") return { kind: "not-locked", problem: again.problem };
  }
}

/** Listens anew, so that a tag which is still there is seen at once, until one is `chosen`. `first`: the first seen. */
async function listen<T>(
  transport: TagAccess,
  signal: AbortSignal,
  chosen: (tag: SeenTag | undefined, first: boolean) => T | undefined,
): Promise<T | Failed> {
  const over = new AbortController();
  const { promise, resolve } = Promise.withResolvers<T | Failed>();
  const stop = () => resolve({ kind: "failed", problem: { kind: "cancelled" } });
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let first = true;
  const hear = (tag: SeenTag | undefined) => {
    const choice = chosen(tag, first);
    first = false;
    if (choice !== undefined) resolve(choice);
  };
  try {
    const began = await transport.listen(AbortSignal.any([signal, over.signal]), {
      onTag: hear,
      onUnreadable: () => hear(undefined),
      onEnd: stop,
    });
    if (!began.ok) resolve({ kind: "failed", problem: began.problem });
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    over.abort();
  }
}

/** Tags that tell no UID, or a new one each time, cannot be told apart by it. */
function maybeSame(a: string, b: string): boolean {
  const [one, other] = [knownUid(a), knownUid(b)];
  return one === "" || other === "" || one === other;
}

function isSame(written: SeenTag, tag: SeenTag): boolean {
  if (knownUid(written.uid) !== "") return knownUid(written.uid) === knownUid(tag.uid);
  return sameContent(written.records, tag.records);
}
