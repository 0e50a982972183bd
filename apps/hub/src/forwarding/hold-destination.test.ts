import { expect, test } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openTestForwarding, soon } from "./testing/forwarding.ts";

test("a 410 holds the destination with a notice, and its deliveries wait until a person resumes it", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver(() => 410);
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  hub.start(soon);
  await hub.scan("first");
  const readDesk = async () => (await hub.store.routing()).destinations[0]!;
  await expect.poll(readDesk).toMatchObject({
    state: "held",
    notice: expect.stringMatching(/410 Gone/),
  });
  await hub.scan("second");
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, pending: 2 }));
  await expect
    .poll(async () =>
      (await hub.store.deliveries({}, { limit: 9 })).map(({ attempts }) => attempts),
    )
    .toEqual([0, 1]);
  receiver.behave(() => 204);
  await hub.store.changeDestination("desk", { state: "on" });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, delivered: 2 }));
  expect((await readDesk()).notice).toBeUndefined();
});

test("a 410 from the previous address of a destination does not hold it", async () => {
  await using hub = await openTestForwarding();
  const requestArrived = Promise.withResolvers<void>();
  const oldResponse = Promise.withResolvers<number>();
  await using oldReceiver = await startReceiver(() => {
    requestArrived.resolve();
    return oldResponse.promise;
  });
  await using newReceiver = await startReceiver();
  await hub.addHttp("desk", oldReceiver.url);
  hub.start(soon);
  await hub.scan("first");
  await requestArrived.promise;
  await hub.store.changeDestination("desk", { settings: { url: newReceiver.url } });
  // The second scan goes out only once the hub uses the new address.
  await hub.scan("second");
  await expect.poll(() => newReceiver.received.length).toBe(1);
  oldResponse.resolve(410);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 2, delivered: 2 }));
  expect(newReceiver.received).toHaveLength(2);
  expect((await hub.store.routing()).destinations[0]).toMatchObject({ state: "on" });
});
