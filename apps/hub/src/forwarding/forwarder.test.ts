import { expect, test, vi } from "vitest";
import type { Store } from "../store/store.ts";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openTestForwarding, soon } from "./testing/forwarding.ts";

test("every destination receives every scan once, and an ordered destination receives them in order", async () => {
  await using hub = await openTestForwarding();
  await using unordered = await startReceiver();
  await using ordered = await startReceiver();
  await hub.addHttp("unordered", unordered.url);
  await hub.addHttp("ordered", ordered.url, { ordered: true });
  hub.start();
  const scans = await Promise.all(Array.from({ length: 60 }, (_, n) => hub.scan(`scan ${n}`)));
  const allDelivered = counts({ accepted: 60, delivered: 60 });
  await expect.poll(() => hub.counts("unordered")).toEqual(allDelivered);
  await expect.poll(() => hub.counts("ordered")).toEqual(allDelivered);
  const inOrder = scans.toSorted((a, b) => a.id - b.id).map(({ identifier }) => identifier);
  expect(unordered.identifiers().sort()).toEqual(inOrder.toSorted());
  expect(ordered.identifiers()).toEqual(inOrder);
  expect(ordered.maxConcurrentRequests()).toBe(1);
  const [delivery] = await hub.store.deliveries({ destination: "unordered" }, { limit: 1 });
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1, lastAttempt: { status: 204 } });
});

test("a destination gets as many requests at a time as its concurrency allows", async () => {
  await using hub = await openTestForwarding();
  const fourAreOpen = Promise.withResolvers<void>();
  await using receiver = await startReceiver(async () => {
    if (receiver.maxConcurrentRequests() === 4) fourAreOpen.resolve();
    await fourAreOpen.promise;
    return 204;
  });
  await hub.addHttp("desk", receiver.url, { concurrency: 4 });
  for (let index = 0; index < 20; index++) await hub.scan(`scan ${index}`);
  const forwarder = hub.start();
  await fourAreOpen.promise;
  expect(forwarder.slots()).toEqual([{ destination: "desk", busy: 4, circuit: "closed" }]);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 20, delivered: 20 }));
  expect(receiver.maxConcurrentRequests()).toBe(4);
});

test("a destination that does not respond does not delay other destinations", async () => {
  await using hub = await openTestForwarding();
  const slowResponse = Promise.withResolvers<number>();
  await using slow = await startReceiver(() => slowResponse.promise);
  await using quick = await startReceiver();
  await hub.addHttp("slow", slow.url, { concurrency: 2 });
  await hub.addHttp("quick", quick.url);
  hub.start();
  for (let index = 0; index < 40; index++) await hub.scan(`scan ${index}`);
  await expect.poll(() => hub.counts("quick")).toEqual(counts({ accepted: 40, delivered: 40 }));
  expect(await hub.counts("slow")).toEqual(counts({ accepted: 40, pending: 40 }));
  await expect.poll(() => slow.received.length).toBe(2);
  slowResponse.resolve(204);
  await expect.poll(() => hub.counts("slow")).toEqual(counts({ accepted: 40, delivered: 40 }));
});

test("a failing delivery is retried with the same message id, its attempts are stored, and the delivery is given up after the last retry", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver((_, answer) =>
    answer.writeHead(403, { "content-type": "text/plain" }).end(`${"ä".repeat(1500)}`),
  );
  const hmacSettings = { auth: "hmac-standard" };
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  await hub.addHttp("desk", receiver.url, {
    settings: hmacSettings,
    secrets: { signingSecrets: secret },
  });
  hub.start(soon);
  const { id } = await hub.scan("secret content");
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, dead: 1 }));
  const [delivery] = await hub.store.deliveries({ scan: id }, { limit: 1 });
  const { log } = (await hub.store.delivery(delivery!.id))!;
  expect(log).toHaveLength(4);
  for (const { status, answer, error } of log) {
    expect({ status, answer }).toEqual({ status: 403, answer: "ä".repeat(1024) });
    expect(error).toMatch(/403/);
  }
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toBeDefined();
  const logText = JSON.stringify(hub.logLines);
  expect(logText).toContain("a delivery failed");
  expect(logText).toContain("a delivery was given up");
  expect(logText).not.toContain("secret content");
});

test("a scan that a destination will never accept is given up immediately, and the log does not quote it", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver(() => 422);
  await hub.addHttp("desk", receiver.url);
  await hub.addHttp("broken", receiver.url);
  await hub.store.changeRoute("to-broken", {
    shape: { format: "json", template: "{{ content }}" },
  });
  hub.start(soon);
  await hub.scan("private words");
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, dead: 1 }));
  await expect.poll(() => hub.counts("broken")).toEqual(counts({ accepted: 1, dead: 1 }));
  expect(receiver.received).toHaveLength(1);
  expect(JSON.stringify(hub.logLines)).not.toContain("private words");
  const [dead] = await hub.store.deliveries({ destination: "broken" }, { limit: 1 });
  expect(dead!.lastAttempt!.error).toMatch(/JSON/);
});

test("a replay uses the corrected template of a route", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  await hub.store.changeRoute("to-desk", { shape: { format: "json", template: "{{ content }}" } });
  hub.start(soon);
  await hub.scan("not JSON");
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, dead: 1 }));
  await hub.store.changeRoute("to-desk", { shape: { format: "text", template: "{{ content }}!" } });
  expect((await hub.store.replay({ state: "dead" })).count).toBe(1);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, delivered: 1 }));
  expect(receiver.received.map(({ body }) => body)).toEqual(["not JSON!"]);
});

test("an ordered destination gets no later scan before a failed scan is delivered", async () => {
  await using hub = await openTestForwarding();
  let secondTries = 0;
  await using receiver = await startReceiver(({ body }) =>
    body.includes("second") && ++secondTries < 3 ? 500 : 204,
  );
  await hub.addHttp("desk", receiver.url, { ordered: true });
  const later = Array.from({ length: 70 }, (_, n) => `later ${n}`);
  for (const content of ["first", "second", ...later]) await hub.scan(content);
  hub.start(soon);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 72, delivered: 72 }));
  const contents = receiver.received.map(({ body }) => JSON.parse(body).content);
  expect(contents).toEqual(["first", "second", "second", "second", ...later]);
});

test("Retry-After pauses a destination for that time without costing other deliveries an attempt", async () => {
  await using hub = await openTestForwarding();
  const requestTimes: number[] = [];
  await using receiver = await startReceiver((_, answer) => {
    requestTimes.push(performance.now());
    if (requestTimes.length > 1) return 204;
    answer.writeHead(429, { "retry-after": "1" }).end();
  });
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  hub.start();
  for (let index = 0; index < 5; index++) await hub.scan(`scan ${index}`);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 5, delivered: 5 }));
  // Retry-After asks for one second. The two clocks may round differently.
  expect(requestTimes[1]! - requestTimes[0]!).toBeGreaterThan(990);
  const deliveries = await hub.store.deliveries({}, { limit: 9 });
  expect(deliveries.map(({ attempts }) => attempts).sort()).toEqual([1, 1, 1, 1, 2]);
});

test("a destination that is down gets probes only, and all deliveries once it responds again", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver(() => 503);
  await hub.addHttp("desk", receiver.url, { concurrency: 2 });
  // The pause is long enough for the test to see the circuit open, with few probes before that.
  const forwarder = hub.start({ ...soon, nextWait: () => 30, firstPauseMs: 1500 });
  for (let index = 0; index < 30; index++) await hub.scan(`scan ${index}`);
  const [desk] = (await hub.store.routing()).destinations;
  await expect
    .poll(() => forwarder.circuit(desk!.id))
    .toMatchObject({
      state: "open",
      until: expect.any(Date),
      lastError: expect.stringMatching(/503/),
    });
  expect(receiver.received.length).toBeLessThan(9);
  expect(hub.logMessages()).toContain("a destination is down, so its deliveries wait");
  receiver.behave(() => 204);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 30, delivered: 30 }));
  expect(hub.logMessages()).toContain("a destination responds again");
  expect(forwarder.circuit(desk!.id)).toEqual({ state: "closed" });
});

test("a replay by a person ends the pause of the replayed destination only", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver(() => 503);
  await using otherReceiver = await startReceiver(() => 503);
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  await hub.addHttp("shop", otherReceiver.url, { concurrency: 1 });
  const forwarder = hub.start({ ...soon, nextWait: () => 30, firstPauseMs: 300_000 });
  for (let index = 0; index < 9; index++) await hub.scan(`scan ${index}`);
  const [desk, shop] = (await hub.store.routing()).destinations;
  for (const { id } of [desk!, shop!]) {
    await expect.poll(() => forwarder.circuit(id).state).toBe("open");
  }
  const [deskRequests, shopRequests] = [receiver.received.length, otherReceiver.received.length];
  for (const server of [receiver, otherReceiver]) server.behave(() => 204);
  const replayed = await hub.store.replay({ destination: "desk" });
  expect(replayed.count).toBe(9);
  forwarder.tryNow(replayed.destinations);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 9, delivered: 9 }));
  expect(receiver.received).toHaveLength(deskRequests + 9);
  expect(forwarder.circuit(shop!.id).state).toBe("open");
  expect(otherReceiver.received).toHaveLength(shopRequests);
});

test("a delivery whose secret does not open is retried and succeeds once the secret is set again", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  const unreadable = { token: "1.other.AAAA" };
  await hub.addHttp("desk", receiver.url, { settings: { auth: "bearer" } });
  await hub.store.changeDestination("desk", { secrets: unreadable });
  hub.start({ ...soon, nextWait: () => 30 });
  await hub.scan("first");
  await expect
    .poll(async () => (await hub.store.deliveries({}, { limit: 1 }))[0]!.lastAttempt?.error)
    .toMatch(/^The secret token of the destination desk .+\.$/);
  const sealing = await hub.sealing.seal("desk", { token: "t0k3n" });
  if (!sealing.ok) throw new Error(sealing.reason);
  await hub.store.changeDestination("desk", { secrets: sealing.sealed });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, delivered: 1 }));
  expect(receiver.received[0]!.headers.authorization).toBe("Bearer t0k3n");
});

test("nothing is sent to a held destination, and removing it drops its pending deliveries", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  await hub.addHttp("other", receiver.url);
  await hub.store.changeDestination("desk", { state: "held" });
  hub.start(soon);
  await hub.scan("first");
  await expect.poll(() => hub.counts("other")).toEqual(counts({ accepted: 1, delivered: 1 }));
  expect(await hub.counts("desk")).toEqual(counts({ accepted: 1, pending: 1 }));
  await hub.store.removeDestination("desk");
  const [gone] = await hub.store.deliveries({ destination: "desk" }, { limit: 1 });
  expect(gone!.state).toBe("dropped");
});

test("closing lets requests under way finish and gives back the other claims", async () => {
  await using hub = await openTestForwarding();
  const answer = Promise.withResolvers<number>();
  await using receiver = await startReceiver(() => answer.promise);
  await hub.addHttp("desk", receiver.url, { concurrency: 2 });
  const forwarder = hub.start(soon);
  for (let index = 0; index < 10; index++) await hub.scan(`scan ${index}`);
  await expect.poll(() => receiver.received.length).toBe(2);
  const closing = forwarder.close();
  answer.resolve(204);
  await closing;
  expect(await hub.counts("desk")).toEqual(counts({ accepted: 10, delivered: 2, pending: 8 }));
  expect(receiver.received).toHaveLength(2);
  const { claimed } = await hub.store.claim("another node", [{ destination: 1, limit: 20 }]);
  expect(claimed).toHaveLength(8);
});

test("another node delivers what a dead node had claimed", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  for (let index = 0; index < 5; index++) await hub.scan(`scan ${index}`);
  const { claimed } = await hub.store.claim("dead", [{ destination: 1, limit: 3 }]);
  expect(claimed).toHaveLength(3);
  await hub.store.recordHeartbeat("dead", 6000);
  hub.start(soon);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 5, delivered: 5 }));
});

test("a delivery that failed is dropped when it expires, and not tried again", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver(() => 503);
  await hub.addHttp("light", receiver.url);
  await hub.store.changeRoute("to-light", { expiresMs: 300 });
  hub.start({ nextWait: () => 3_600_000 });
  const { deliveries } = await hub.scan("on");
  await expect.poll(() => hub.counts("light")).toEqual(counts({ accepted: 1, dropped: 1 }));
  expect(await hub.store.delivery(deliveries![0]!)).toMatchObject({
    state: "dropped",
    dropped: { reason: "expired" },
    attempts: 1,
  });
  expect(receiver.received).toHaveLength(1);
});

test("a delivery that expired before the hub was started is dropped, also if its destination is held", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("light", receiver.url);
  await hub.addHttp("held", receiver.url);
  await hub.store.changeDestination("held", { state: "held" });
  for (const route of ["to-light", "to-held"]) await hub.store.changeRoute(route, { expiresMs: 1 });
  const { deliveries } = await hub.scan("on");
  const { expiresAt } = (await hub.store.delivery(deliveries![0]!))!;
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expiresAt!));
  hub.start();
  for (const destination of ["light", "held"])
    await expect.poll(() => hub.counts(destination)).toEqual(counts({ accepted: 1, dropped: 1 }));
  expect(receiver.received).toHaveLength(0);
});

test.each([
  [
    "and expires is not sent, although the clock is set back",
    31_000,
    -240_000,
    { delivered: 1, dropped: 1 },
  ],
  ["is sent in time, although the clock is set past its time", 0, 120_000, { delivered: 2 }],
])("a delivery that waits for its turn %s", async (_, passedMs, byMs, expected) => {
  await using hub = await openTestForwarding();
  let steady = 0;
  hub.store.followClock(() => steady);
  const slowResponse = Promise.withResolvers<number>();
  await using receiver = await startReceiver(() => slowResponse.promise);
  await hub.addHttp("light", receiver.url, { concurrency: 1 });
  await hub.store.changeRoute("to-light", { expiresMs: 30_000 });
  let claimed = 0;
  const store: Store = {
    ...hub.store,
    async claim(node, wanted) {
      const result = await hub.store.claim(node, wanted);
      claimed += result.claimed.length;
      return result;
    },
  };
  hub.start({ store, steadyMs: () => steady });
  await hub.scan("first");
  await expect.poll(() => receiver.received).toHaveLength(1);
  await hub.scan("second");
  await expect.poll(() => claimed).toBe(2);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + passedMs + byMs });
  try {
    steady += passedMs;
    slowResponse.resolve(204);
    await expect.poll(() => hub.counts("light")).toEqual(counts({ accepted: 2, ...expected }));
  } finally {
    vi.useRealTimers();
  }
  expect(receiver.received).toHaveLength(expected.delivered);
});
