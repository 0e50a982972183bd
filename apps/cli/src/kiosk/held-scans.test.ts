import { codeScan } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createHeldScans } from "./held-scans.ts";

const scanOf = (content: string) => ({ scan: codeScan({ content }), reader: "desk" });

test("scans that waited are sent in order, each when the one before is answered", async () => {
  let answered = Promise.withResolvers<void>();
  let isAsking = true;
  const asker = {
    isAsking: () => isAsking,
    finish: () => (isAsking ? answered.promise : Promise.resolve()),
  };
  const answer = () => {
    isAsking = false;
    answered.resolve();
  };
  const sent: string[] = [];
  const waiting: string[] = [];
  const held = createHeldScans(
    asker,
    async ({ scan }) => {
      sent.push(scan.content);
      answered = Promise.withResolvers();
      isAsking = true;
    },
    (event) => void waiting.push(event.kind),
  );
  const codes = ["T-1", "T-2", "T-3"];
  const done = codes.map((code) => held.hold(scanOf(code)));
  expect(waiting).toEqual(["waiting", "waiting", "waiting"]);
  for (const [index, finished] of done.entries()) {
    expect(sent).toEqual(codes.slice(0, index));
    answer();
    expect(held.holds()).toBe(true);
    await finished;
  }
  expect(sent).toEqual(codes);
  answer();
  await held.finishAll();
  await expect.poll(() => held.holds()).toBe(false);
});
