import { expect, test } from "vitest";
import type { CodedPicture, CodedResult } from "./coded-picture.ts";
import { type DecoderWorker, limitDecoding } from "./limit-decoding.ts";

const picture: CodedPicture = {
  kind: "jpx",
  data: new Uint8Array(),
  components: 1,
  isIndexed: false,
};
const decoded: CodedResult = { ok: true, samples: Uint8Array.of(1) };

/** Starts workers that answer as listed, one entry for each picture; an entry may never answer. */
function startAs(answers: Promise<CodedResult>[]) {
  const log: string[] = [];
  const startWorker = (): DecoderWorker => {
    log.push("start");
    return {
      decode: () => answers.shift()!,
      stop: () => void log.push("stop"),
    };
  };
  return { log, startWorker };
}

const never = new Promise<CodedResult>(() => {});

test("one worker decodes picture after picture, also after a damaged one", async () => {
  const damaged: CodedResult = { ok: false, reason: "damaged" };
  const { log, startWorker } = startAs([damaged, decoded].map((each) => Promise.resolve(each)));
  const { decode } = limitDecoding(startWorker);
  expect(await decode(picture)).toEqual(damaged);
  expect(await decode(picture)).toEqual(decoded);
  expect(log).toEqual(["start"]);
});

test("a picture that takes too long ends the worker, and the next one is decoded by another", async () => {
  const { log, startWorker } = startAs([never, Promise.resolve(decoded)]);
  const { decode } = limitDecoding(startWorker, 1);
  expect(await decode(picture)).toEqual({ ok: false, reason: "slow" });
  // The limit is also that of this answer, which comes before any timer.
  expect(await decode(picture)).toEqual(decoded);
  expect(log).toEqual(["start", "stop", "start"]);
});

test("after three pictures that take too long, no more are decoded", async () => {
  const { log, startWorker } = startAs([never, never, never]);
  const { decode } = limitDecoding(startWorker, 1);
  for (let count = 0; count < 4; count++)
    expect(await decode(picture)).toEqual({ ok: false, reason: "slow" });
  expect(log.filter((line) => line === "start")).toHaveLength(3);
});

test("a worker that does not load is started again by the next picture", async () => {
  const { log, startWorker } = startAs([
    Promise.reject(new Error("no file")),
    Promise.resolve(decoded),
  ]);
  const { decode } = limitDecoding(startWorker);
  expect(await decode(picture)).toEqual({ ok: false, reason: "missing" });
  expect(await decode(picture)).toEqual(decoded);
  expect(log).toEqual(["start", "stop", "start"]);
});
