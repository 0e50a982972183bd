import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secondSet } from "./second-set.ts";
import { makeTestFolder, runVitest } from "./testing/run-vitest.ts";

const byTime = secondSet.toSorted((a, b) => b.seconds - a.seconds);
const long = [byTime.at(-1)!.file, byTime[0]!.file];
const short = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.test.ts`);

/** Runs these files in one process and returns their order. */
function findOrder(seed: string): string[] {
  using folder = makeTestFolder();
  const log = join(folder.path, "order.txt");
  const files = Object.fromEntries(
    [...long, ...short].map((file) => [
      file,
      `import { appendFileSync } from "node:fs";
       test("runs", () => appendFileSync(${JSON.stringify(log)}, "${file} "));`,
    ]),
  );
  const { status } = runVitest(folder.path, files, {
    imports: { TestOrder: "test-order.ts" },
    config: "sequence: { sequencer: TestOrder }, maxWorkers: 1, isolate: false",
    env: { ORDER_SEED: seed },
  });
  expect(status).toBe(0);
  return readFileSync(log, "utf8").trim().split(" ");
}

test("a seed decides the order of files, and the longest of the second set come first", () => {
  const [once, again, other] = [findOrder("1"), findOrder("1"), findOrder("2")];
  expect(again).toEqual(once);
  expect(once.slice(0, 2)).toEqual(long.toReversed());
  expect(other.toSorted()).toEqual(once.toSorted());
  expect(other).not.toEqual(once);
  expect(once.slice(2)).not.toEqual(short);
});
