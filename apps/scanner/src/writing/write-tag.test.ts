import { type NdefRecord, textRecord, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import type { Listener, NfcDone } from "../readers/nfc/transport.ts";
import { type TagAccess, type WriteJob, type WriteStep, writeTag } from "./write-tag.ts";

type Tag = {
  uid: string;
  records: readonly NdefRecord[];
  locked?: boolean;
  spoils?: boolean;
  unreadable?: boolean;
  /** Taken away when this is done, or just before. */
  leaves?: "before-write" | "after-write" | "before-lock";
};

/** A place for one tag that serves at once what is asked of the tag in it, as phones do. */
function makeField() {
  let tag: Tag | undefined;
  const listeners = new Set<Listener>();
  let waiting: ((tag: Tag) => void) | undefined;

  const show = (listener: Listener) => {
    if (!tag) return;
    if (tag.unreadable) listener.onUnreadable();
    else listener.onTag({ uid: tag.uid, records: tag.records });
  };
  const onTag = (signal: AbortSignal, work: (tag: Tag) => NfcDone) =>
    new Promise<NfcDone>((resolve) => {
      const serve = (here: Tag) => {
        waiting = undefined;
        resolve(work(here));
      };
      signal.addEventListener("abort", () => {
        waiting = undefined;
        resolve({ ok: false, problem: { kind: "cancelled" } });
      });
      if (tag) serve(tag);
      else waiting = serve;
    });

  const transport: TagAccess = {
    async listen(signal, listener) {
      listeners.add(listener);
      signal.addEventListener("abort", () => listeners.delete(listener));
      queueMicrotask(() => listeners.has(listener) && show(listener));
      return { ok: true };
    },
    write(signal, records) {
      if (tag?.leaves === "before-write") tag = undefined;
      return onTag(signal, (here) => {
        if (here.locked) return { ok: false, problem: { kind: "refused" } };
        here.records = here.spoils ? [textRecord("spoilt")] : records;
        here.unreadable = false;
        if (here.leaves === "after-write") tag = undefined;
        return { ok: true };
      });
    },
    lock(signal) {
      if (tag?.leaves === "before-lock") {
        delete tag.leaves;
        tag = undefined;
      }
      return onTag(signal, (here) => {
        here.locked = true;
        return { ok: true };
      });
    },
  };
  return {
    transport,
    place(next: Tag | undefined) {
      tag = next;
      for (const listener of listeners) show(listener);
      if (tag) waiting?.(tag);
    },
  };
}

const link = [uriRecord("https://example.com/")];
const make = (uid: string, rest: Partial<Tag> = {}): Tag => ({ uid, records: [], ...rest });

/** Writes, and does something at each step: `kind`, or `kind why`. */
function start(
  field: ReturnType<typeof makeField>,
  job: Partial<WriteJob> = {},
  onStep: Record<string, () => void> = {},
) {
  const control = new AbortController();
  const steps: string[] = [];
  const result = writeTag(
    field.transport,
    { records: link, lock: false, ...job },
    {
      signal: control.signal,
      lockingFor: 20,
      onStep(step: WriteStep) {
        const name = "why" in step && step.why ? `${step.kind} ${step.why}` : step.kind;
        steps.push(name);
        // What a person does comes after what the phone does.
        setTimeout(() => onStep[name]?.());
      },
    },
  );
  return { result, steps, stop: () => control.abort() };
}

test("a tag that is held is written, checked and done; only then it is locked, if that was wanted", async () => {
  const field = makeField();
  const tag = make("04:a2:7f:1b:5e:80:00");
  field.place(tag);
  const { result, steps } = start(field, { lock: true });
  expect(await result).toEqual({
    kind: "done",
    uid: "04:A2:7F:1B:5E:80:00",
    lock: { kind: "locked" },
  });
  expect(steps).toEqual(["waiting", "writing", "checking", "locking"]);
  expect(tag).toMatchObject({ locked: true, records: link });

  const other = make("04:01");
  const next = makeField();
  next.place(other);
  expect(await start(next).result).toMatchObject({ kind: "done", lock: { kind: "open" } });
  expect(other.locked).toBeUndefined();
});

test("a tag that says something else afterwards is different, and is not locked", async () => {
  const field = makeField();
  const tag = make("04:01", { spoils: true });
  field.place(tag);
  expect(await start(field, { lock: true }).result).toEqual({
    kind: "different",
    read: [textRecord("spoilt")],
  });
  expect(tag.locked).toBeUndefined();
});

test("a tag that refuses is a failure with its reason", async () => {
  const field = makeField();
  field.place(make("04:01", { locked: true }));
  expect(await start(field).result).toEqual({ kind: "failed", problem: { kind: "refused" } });
});

test("a tag that is asked about is left as it is", async () => {
  const field = makeField();
  const tag = make("04:01", { records: [textRecord("precious")] });
  field.place(tag);
  const { result } = start(field, { judge: () => "ask" });
  expect(await result).toEqual({ kind: "asked", tag: { uid: "04:01", records: tag.records } });
  expect(tag.records).toEqual([textRecord("precious")]);
});

test("the tag that still lies there is told from one that is brought", async () => {
  const field = makeField();
  field.place(make("04:01"));
  const seen: [string, boolean][] = [];
  const judge: WriteJob["judge"] = ({ uid }, resting) => {
    seen.push([uid, resting]);
    return seen.length < 3 ? "ignore" : "write";
  };
  const { result } = start(
    field,
    { judge },
    {
      waiting() {
        field.place(make("04:01"));
        field.place(make("04:02"));
      },
    },
  );
  expect(await result).toMatchObject({ kind: "done", uid: "04:02" });
  expect(seen).toEqual([
    ["04:01", true],
    ["04:01", false],
    ["04:02", false],
  ]);
});

test("a tag that cannot be read, torn perhaps by an earlier try, is written all the same", async () => {
  const field = makeField();
  field.place(make("04:01", { unreadable: true }));
  const { result, steps } = start(field);
  expect(await result).toMatchObject({ kind: "done" });
  expect(steps).toEqual(["waiting", "writing unreadable", "checking"]);
});

test("which tag was written is known even when it is another than the one seen first", async () => {
  const field = makeField();
  field.place(make("04:01", { leaves: "before-write" }));
  const { result } = start(field, {}, { writing: () => field.place(make("04:02")) });
  expect(await result).toMatchObject({ kind: "done", uid: "04:02" });
});

test("another tag with the same on it is not taken for the written one", async () => {
  const field = makeField();
  const tag = make("04:01", { leaves: "after-write" });
  field.place(tag);
  const { result, steps } = start(
    field,
    {},
    {
      checking: () => field.place(make("04:02", { records: link })),
      "checking other-tag": () => field.place(tag),
    },
  );
  expect(await result).toMatchObject({ kind: "done", uid: "04:01" });
  expect(steps).toEqual(["waiting", "writing", "checking", "checking other-tag"]);
});

test("only the tag that was checked is locked, never one that comes in its place", async () => {
  const field = makeField();
  const tag = make("04:01", { leaves: "before-lock" });
  const other = make("04:02", { records: link });
  field.place(tag);
  const { result, steps } = start(
    field,
    { lock: true },
    {
      "locking moved"() {
        field.place(other);
        field.place(tag);
      },
    },
  );
  expect(await result).toMatchObject({ kind: "done", lock: { kind: "locked" } });
  expect(steps).toEqual(["waiting", "writing", "checking", "locking", "locking moved"]);
  expect(other.locked).toBeUndefined();
  expect(tag.locked).toBe(true);
});

test.each(["waiting", "checking"] as const)("it can be stopped while %s", async (step) => {
  const field = makeField();
  const { result, stop } = start(
    field,
    {},
    {
      waiting: () =>
        step === "waiting" ? stop() : field.place(make("04:01", { leaves: "after-write" })),
      checking: () => stop(),
    },
  );
  expect(await result).toEqual({ kind: "failed", problem: { kind: "cancelled" } });
});

test("a phone that cannot is a failure that says why", async () => {
  const field = makeField();
  field.transport.listen = async () => ({ ok: false, problem: { kind: "off" } });
  expect(await start(field).result).toEqual({ kind: "failed", problem: { kind: "off" } });
});
