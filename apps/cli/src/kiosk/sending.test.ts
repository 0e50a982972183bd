import { codeScan, type Outcome, type Scan } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { createKioskSender } from "./sending.ts";

/** Creates a receiver that responds to a request when the test calls its `respond`. */
function createControlledReceiver() {
  const requests: { scan: Scan; respond(outcome?: Outcome): void }[] = [];
  const send = (scan: Scan) =>
    new Promise<Outcome>((resolve) => {
      requests.push({
        scan,
        respond: (outcome = { kind: "accepted", status: 204 }) => resolve(outcome),
      });
    });
  return { requests, send };
}

const createScan = (content: string) => ({ reader: "desk", scan: codeScan({ content }) });
const timeout: Outcome = { kind: "unreachable", cause: "timeout", reason: "Late." };

test("a scan that waits for its response does not delay the next scan", async () => {
  const { requests, send } = createControlledReceiver();
  const finished: string[] = [];
  const sender = createKioskSender(send, ({ scan }) => finished.push(scan.content));
  await sender.start(createScan("first"));
  await sender.start(createScan("second"));
  requests[1]?.respond();
  await expect.poll(() => finished).toEqual(["second"]);
  requests[0]?.respond(timeout);
  await sender.finishAll();
  expect(finished).toEqual(["second", "first"]);
});

test("with a limit of three, at most three scans are sent at the same time, and the other scans follow in order, each once", async () => {
  const { requests, send } = createControlledReceiver();
  const finished: string[] = [];
  const sender = createKioskSender(send, ({ scan }) => finished.push(scan.content), 3);
  const contents = Array.from({ length: 10 }, (_, index) => `scan ${index}`);
  const started = contents.map((content) => sender.start(createScan(content)));
  const allFinished = sender.finishAll();
  for (let finishedCount = 0; finishedCount < contents.length; finishedCount++) {
    await expect.poll(() => requests.length).toBe(Math.min(finishedCount + 3, contents.length));
    requests[finishedCount]?.respond();
  }
  await Promise.all([...started, allFinished]);
  expect(requests.map(({ scan }) => scan.content)).toEqual(contents);
  expect(finished).toEqual(contents);
});

test("scans sent with finishOne follow one after another, while other readers continue", async () => {
  const { requests, send } = createControlledReceiver();
  const finished: string[] = [];
  const sender = createKioskSender(send, ({ scan }) => finished.push(scan.content));
  const list = (async () => {
    for (const content of ["first", "second"]) await sender.finishOne(createScan(content));
  })();
  await sender.start(createScan("tag"));
  expect(requests.map(({ scan }) => scan.content)).toEqual(["first", "tag"]);
  requests[1]?.respond();
  requests[0]?.respond(timeout);
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.respond();
  await list;
  expect(finished).toEqual(["tag", "first", "second"]);
});
