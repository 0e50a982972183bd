import { type NdefRecord, textRecord, uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import type { NfcResult, TagListener } from "../readers/nfc/transport.ts";
import { type TagAccess, type WriteJob, type WriteStep, writeTag } from "./write-tag.ts";

type Tag = {
  uid: string;
  records: readonly NdefRecord[];
  locked?: boolean;
  corrupts?: boolean;
  unreadable?: boolean;
  /** The moment at which the tag is taken away. */
  leaves?: "before-write" | "after-write" | "before-lock";
};

/** The field of a phone for one tag, which requests reach immediately. */
function createField() {
  let tag: Tag | undefined;
  const listeners = new Set<TagListener>();
  let waiting: ((tag: Tag) => void) | undefined;

  const show = (listener: TagListener) => {
    if (!tag) return;
    if (tag.unreadable) listener.onUnreadable();
    else listener.onTag({ uid: tag.uid, records: tag.records });
  };
  const onTag = (signal: AbortSignal, operation: (tag: Tag) => NfcResult) =>
    new Promise<NfcResult>((resolve) => {
      const serve = (present: Tag) => {
        waiting = undefined;
        resolve(operation(present));
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
      return onTag(signal, (present) => {
        if (present.locked) return { ok: false, problem: { kind: "refused" } };
        present.records = present.corrupts ? [textRecord("corrupted")] : records;
        present.unreadable = false;
        if (present.leaves === "after-write") tag = undefined;
        return { ok: true };
      });
    },
    lock(signal) {
      if (tag?.leaves === "before-lock") {
        delete tag.leaves;
        tag = undefined;
      }
      return onTag(signal, (present) => {
        present.locked = true;
        return { ok: true };
      });
    },
  };
  return {
    transport,
    /** Puts a tag into the field in place of the one before. */
    place(next: Tag | undefined) {
      tag = next;
      for (const listener of listeners) show(listener);
      if (tag) waiting?.(tag);
    },
  };
}

const link = [uriRecord("https://example.com/")];
const createTag = (uid: string, overrides: Partial<Tag> = {}): Tag => ({
  uid,
  records: [],
  ...overrides,
});

/** Starts writing. `onStep` has an action for each step, named `kind` or `kind why`. */
function startWriting(
  field: ReturnType<typeof createField>,
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
      lockTimeoutMs: 20,
      onStep(step: WriteStep) {
        const name = "why" in step && step.why ? `${step.kind} ${step.why}` : step.kind;
        steps.push(name);
        // A person acts later than the phone.
        setTimeout(() => onStep[name]?.());
      },
    },
  );
  return { result, steps, stop: () => control.abort() };
}

test("a tag is written, checked, and then locked if the job says so", async () => {
  const field = createField();
  const tag = createTag("04:a2:7f:1b:5e:80:00");
  field.place(tag);
  const { result, steps } = startWriting(field, { lock: true });
  expect(await result).toEqual({
    kind: "done",
    uid: "04:A2:7F:1B:5E:80:00",
    lock: { kind: "locked" },
  });
  expect(steps).toEqual(["waiting", "writing", "checking", "locking"]);
  expect(tag).toMatchObject({ locked: true, records: link });

  const otherTag = createTag("04:01");
  const otherField = createField();
  otherField.place(otherTag);
  expect(await startWriting(otherField).result).toMatchObject({
    kind: "done",
    lock: { kind: "open" },
  });
  expect(otherTag.locked).toBeUndefined();
});

test("a tag whose content differs after writing is reported and not locked", async () => {
  const field = createField();
  const tag = createTag("04:01", { corrupts: true });
  field.place(tag);
  expect(await startWriting(field, { lock: true }).result).toEqual({
    kind: "different",
    read: [textRecord("corrupted")],
  });
  expect(tag.locked).toBeUndefined();
});

test("a tag that refuses the write fails with its problem", async () => {
  const field = createField();
  field.place(createTag("04:01", { locked: true }));
  expect(await startWriting(field).result).toEqual({
    kind: "failed",
    problem: { kind: "refused" },
  });
});

test("a tag is not changed if the decision is to ask", async () => {
  const field = createField();
  const tag = createTag("04:01", { records: [textRecord("precious")] });
  field.place(tag);
  const { result } = startWriting(field, { decide: () => "ask" });
  expect(await result).toEqual({ kind: "asked", tag: { uid: "04:01", records: tag.records } });
  expect(tag.records).toEqual([textRecord("precious")]);
});

test("only a tag that is in the field from the beginning counts as resting", async () => {
  const field = createField();
  field.place(createTag("04:01"));
  const detected: [string, boolean][] = [];
  const decide: WriteJob["decide"] = ({ uid }, isResting) => {
    detected.push([uid, isResting]);
    return detected.length < 3 ? "ignore" : "write";
  };
  const { result } = startWriting(
    field,
    { decide },
    {
      waiting() {
        field.place(createTag("04:01"));
        field.place(createTag("04:02"));
      },
    },
  );
  expect(await result).toMatchObject({ kind: "done", uid: "04:02" });
  expect(detected).toEqual([
    ["04:01", true],
    ["04:01", false],
    ["04:02", false],
  ]);
});

test("an unreadable tag is written", async () => {
  const field = createField();
  field.place(createTag("04:01", { unreadable: true }));
  const { result, steps } = startWriting(field);
  expect(await result).toMatchObject({ kind: "done" });
  expect(steps).toEqual(["waiting", "writing unreadable", "checking"]);
});

test("the result has the UID of the written tag even if another tag was detected first", async () => {
  const field = createField();
  field.place(createTag("04:01", { leaves: "before-write" }));
  const { result } = startWriting(field, {}, { writing: () => field.place(createTag("04:02")) });
  expect(await result).toMatchObject({ kind: "done", uid: "04:02" });
});

test("another tag with the same content does not pass for the written one", async () => {
  const field = createField();
  const tag = createTag("04:01", { leaves: "after-write" });
  field.place(tag);
  const { result, steps } = startWriting(
    field,
    {},
    {
      checking: () => field.place(createTag("04:02", { records: link })),
      "checking other-tag": () => field.place(tag),
    },
  );
  expect(await result).toMatchObject({ kind: "done", uid: "04:01" });
  expect(steps).toEqual(["waiting", "writing", "checking", "checking other-tag"]);
});

test("only the checked tag is locked, not another one that is brought instead", async () => {
  const field = createField();
  const tag = createTag("04:01", { leaves: "before-lock" });
  const otherTag = createTag("04:02", { records: link });
  field.place(tag);
  const { result, steps } = startWriting(
    field,
    { lock: true },
    {
      "locking moved"() {
        field.place(otherTag);
        field.place(tag);
      },
    },
  );
  expect(await result).toMatchObject({ kind: "done", lock: { kind: "locked" } });
  expect(steps).toEqual(["waiting", "writing", "checking", "locking", "locking moved"]);
  expect(otherTag.locked).toBeUndefined();
  expect(tag.locked).toBe(true);
});

test.each(["waiting", "checking"] as const)(
  "the signal stops writing while it is %s",
  async (step) => {
    const field = createField();
    const { result, stop } = startWriting(
      field,
      {},
      {
        waiting: () =>
          step === "waiting" ? stop() : field.place(createTag("04:01", { leaves: "after-write" })),
        checking: () => stop(),
      },
    );
    expect(await result).toEqual({ kind: "failed", problem: { kind: "cancelled" } });
  },
);

test("a device that cannot listen fails with its problem", async () => {
  const field = createField();
  field.transport.listen = async () => ({ ok: false, problem: { kind: "off" } });
  expect(await startWriting(field).result).toEqual({ kind: "failed", problem: { kind: "off" } });
});
