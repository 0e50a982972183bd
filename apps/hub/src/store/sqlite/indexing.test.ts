import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import type { Cell } from "../stored-scan.ts";
import { toArrival } from "../testing/subject.ts";
import { appendGroup, appendRows } from "./append.ts";
import { pushCells } from "./arrival-cells.ts";
import { openForWriting, transaction, truncateLog } from "./database.ts";
import { restoreScans, trashScans } from "./deleted-scans.ts";
import { deleteForGood } from "./deletion.ts";
import { indexRecentScans, isIndexingDue } from "./indexing.ts";
import { migrate } from "./migrate.ts";
import { findScanIds } from "./scans.ts";
import { toSearch } from "./search.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-indexing-"));
});
afterEach(() => rm(dir, { recursive: true }));

const words = ["apple", "birch", "cedar", "dune", "elm", "fern"];

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      contents: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
      undone: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant("index" as const), undone: fc.boolean() }),
  fc.record({ kind: fc.constant("search" as const), word: fc.constantFrom(...words) }),
  fc.record({ kind: fc.constant("delete" as const), pick: fc.nat(), forGood: fc.boolean() }),
  fc.record({ kind: fc.constant("restore" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("kill" as const) }),
  fc.record({ kind: fc.constant("restore-backup" as const) }),
);

it("finds every repeat and every word as a plain list does, after any order of scans, deletions, rollbacks, kills and restores in two processes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1), action), { minLength: 1, maxLength: 40 }),
      async (steps) => {
        const path = join(await mkdtemp(join(dir, "run-")), "scanhook.db");
        const open = () => openForWriting(path, { busyMs: 1000 });
        const processes: DatabaseSync[] = [open(), open()];
        try {
          migrate(processes[0]!, () => new Date(0));
          const scans: ModelScan[] = [];
          for (const [process, { kind, ...step }] of steps) {
            if (kind === "kill") {
              processes[process]!.close();
              processes[process] = open();
            } else if (kind === "restore-backup") {
              for (const db of processes) db.close();
              truncateLog(path, 1000);
              await copyFile(path, `${path}.copy`);
              await rm(path);
              await copyFile(`${path}.copy`, path);
              processes.splice(0, 2, open(), open());
            } else act(processes[process]!, { kind, ...step } as Action, scans);
          }
          for (const word of words) expectFound(processes[0]!, word, scans);
        } finally {
          for (const db of processes) db.close();
        }
      },
    ),
    { numRuns: 100 },
  );
});

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

type ModelScan = { id: number; content: string; state: "stored" | "deleted"; twin?: boolean };

class Undo extends Error {}

function act(db: DatabaseSync, step: Action, scans: ModelScan[]): void {
  const stored = scans.filter(({ state }) => state === "stored");
  const deleted = scans.filter(({ state }) => state === "deleted");
  if (step.kind === "append") {
    if (step.undone) {
      undo(db, () => appendRows(db, toCells(step.contents), 0));
      return;
    }
    const { results, repeats } = appendGroup(db, toCells(step.contents), 0);
    for (const [index, content] of step.contents.entries()) {
      const result = results[index] as number;
      const original = scans.find(
        (scan) => scan.content === content && scan.state === "stored" && !scan.twin,
      );
      expect(repeats[index]).toBe(original !== undefined);
      if (original) expect(result).toBe(original.id);
      if (!original) scans.push({ id: result, content, state: "stored" });
    }
    return;
  }
  if (step.kind === "index") {
    if (step.undone) undo(db, () => indexRecentScans(db));
    else indexRecentScans(db);
  } else if (step.kind === "search") {
    expectFound(db, step.word, scans);
  } else if (step.kind === "delete" && stored.length > 0) {
    const scan = stored[step.pick % stored.length]!;
    if (step.forGood) deleteForGood(db, [scan.id]);
    else trashScans(db, [scan.id], "a", 1);
    if (step.forGood) scans.splice(scans.indexOf(scan), 1);
    else scan.state = "deleted";
  } else if (step.kind === "restore" && deleted.length > 0) {
    const scan = deleted[step.pick % deleted.length]!;
    const taken = stored.some(({ content, twin }) => content === scan.content && !twin);
    expect(restoreScans(db, [scan.id], 0)).toStrictEqual([scan.id]);
    scan.state = "stored";
    scan.twin ||= taken;
  }
}

function undo(db: DatabaseSync, work: () => unknown): void {
  expect(() =>
    transaction(db, () => {
      work();
      throw new Undo();
    }),
  ).toThrow(Undo);
}

function expectFound(db: DatabaseSync, word: string, scans: readonly ModelScan[]): void {
  indexRecentScans(db);
  const ids = scans.filter(({ content, state }) => content === word && state === "stored");
  expect(findScanIds(db, toSearch({ text: word }), { limit: 1000, after: 0 })).toStrictEqual(
    ids.map(({ id }) => id).sort((a, b) => a - b),
  );
}

function toCells(contents: readonly string[]): Cell[] {
  const cells: Cell[] = [];
  for (const content of contents) pushCells(cells, toArrival({ content }));
  return cells;
}

it("is due once some thousands of scans are not indexed, and not again afterwards", async () => {
  const db = openForWriting(join(dir, "scanhook.db"), { busyMs: 1000 });
  try {
    migrate(db, () => new Date(0));
    let stored = 0;
    while (!isIndexingDue(db)) {
      appendGroup(db, toCells(Array.from({ length: 100 }, (_, index) => `${stored + index}`)), 0);
      stored += 100;
      expect(stored).toBeLessThan(10_000);
    }
    expect(stored).toBeGreaterThan(1000);
    const count = db.prepare("SELECT count(*) AS count FROM fingerprints");
    expect(count.get()).toEqual({ count: 0 });
    indexRecentScans(db);
    expect(count.get()).toEqual({ count: stored });
    expect(isIndexingDue(db)).toBe(false);
    expect(appendGroup(db, toCells(["0"]), 0).repeats).toEqual([true]);
  } finally {
    db.close();
  }
});
