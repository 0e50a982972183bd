import { expect, test } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openPassingOn, soon } from "./testing/forwarding.ts";

test("410 holds the destination with a notice; what comes waits until a person switches it on", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver(() => 410);
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  hub.start(soon);
  await hub.scan("first");
  const desk = async () => (await hub.store.routing()).destinations[0]!;
  await expect.poll(desk).toMatchObject({
    state: "held",
    notice: expect.stringMatching(/410 Gone/),
  });
  await hub.scan("second");
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, pending: 2 }));
  await expect
    .poll(async () => (await hub.store.deliveries({}, { limit: 9 })).map((one) => one.attempts))
    .toEqual([0, 1]);
  receiver.behave(() => 204);
  await hub.store.changeDestination("desk", { state: "on" });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, delivered: 2 }));
  expect(await desk()).not.toHaveProperty("notice");
});

test("a 410 from where the destination was before a person mended it holds nothing", async () => {
  await using hub = await openPassingOn();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<number>();
  await using before = await startReceiver(() => {
    asked.resolve();
    return answer.promise;
  });
  await using after = await startReceiver();
  await hub.addHttp("desk", before.url);
  hub.start(soon);
  await hub.scan("first");
  await asked.promise;
  await hub.store.changeDestination("desk", { settings: { url: after.url } });
  // By then the hub goes by the new address.
  await hub.scan("second");
  await expect.poll(() => after.received.length).toBe(1);
  answer.resolve(410);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, delivered: 2 }));
  expect(after.received).toHaveLength(2);
  expect((await hub.store.routing()).destinations[0]).toMatchObject({ state: "on" });
});
