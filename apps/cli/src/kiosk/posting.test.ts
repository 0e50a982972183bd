import { codeScan, type Outcome, type Scan } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { startPosting } from "./posting.ts";

/** A receiver whose answers are given one by one. */
function slowReceiver() {
  const asked: { scan: Scan; answer(outcome?: Outcome): void }[] = [];
  const post = (scan: Scan) =>
    new Promise<Outcome>((resolve) => {
      asked.push({
        scan,
        answer: (outcome = { kind: "accepted", status: 204 }) => resolve(outcome),
      });
    });
  return { asked, post };
}
const found = (content: string) => ({ reader: "desk", scan: codeScan({ content }) });

test("a scan that waits for its answer does not hold up the next", async () => {
  const { asked, post } = slowReceiver();
  const told: string[] = [];
  const posting = startPosting(post, ({ scan }) => told.push(scan.content));
  await posting.take(found("first"));
  await posting.take(found("second"));
  asked[1]!.answer();
  await expect.poll(() => told).toEqual(["second"]);
  asked[0]!.answer({ kind: "unreachable", cause: "timeout", reason: "Late." });
  await posting.finish();
  expect(told).toEqual(["second", "first"]);
});

test("only so many are on their way at once; the others wait in order and none is lost or sent twice", async () => {
  const { asked, post } = slowReceiver();
  const told: string[] = [];
  const posting = startPosting(post, ({ scan }) => told.push(scan.content), 3);
  const all = Array.from({ length: 10 }, (_, i) => `scan ${i}`);
  const taken = all.map((content) => posting.take(found(content)));
  const finished = posting.finish();
  for (let done = 0; done < all.length; done++) {
    await expect.poll(() => asked.length).toBe(Math.min(done + 3, all.length));
    asked[done]!.answer();
  }
  await Promise.all([...taken, finished]);
  expect(asked.map(({ scan }) => scan.content)).toEqual(all);
  expect(told).toEqual(all);
});

test("of a list, each scan begins when the one before has its outcome, while other readers go on", async () => {
  const { asked, post } = slowReceiver();
  const told: string[] = [];
  const posting = startPosting(post, ({ scan }) => told.push(scan.content));
  const list = (async () => {
    for (const content of ["first", "second"]) await posting.takeInTurn(found(content));
  })();
  await posting.take(found("tag"));
  expect(asked.map(({ scan }) => scan.content)).toEqual(["first", "tag"]);
  asked[1]!.answer();
  asked[0]!.answer({ kind: "unreachable", cause: "timeout", reason: "Late." });
  await expect.poll(() => asked.length).toBe(3);
  asked[2]!.answer();
  await list;
  expect(told).toEqual(["tag", "first", "second"]);
});
