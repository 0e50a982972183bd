import { expect, test } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openPassingOn, soon } from "./testing/forwarding.ts";

test("every scan reaches every destination, once where nothing fails, in order where it is asked for", async () => {
  await using hub = await openPassingOn();
  await using one = await startReceiver();
  await using other = await startReceiver();
  await hub.addHttp("one", one.url);
  await hub.addHttp("other", other.url, { ordered: true });
  hub.start();
  const sent = await Promise.all(Array.from({ length: 60 }, (_, n) => hub.scan(`scan ${n}`)));
  const done = counts({ accepted: 60, delivered: 60 });
  await expect.poll(() => hub.counts("one")).toEqual(done);
  await expect.poll(() => hub.counts("other")).toEqual(done);
  const inOrder = sent.toSorted((a, b) => a.id - b.id).map(({ identifier }) => identifier);
  expect(one.identifiers().sort()).toEqual(inOrder.toSorted());
  expect(other.identifiers()).toEqual(inOrder);
  expect(other.most()).toBe(1);
  const [delivery] = await hub.store.deliveries({ destination: "one" }, { limit: 1 });
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1, lastAttempt: { status: 204 } });
});

test("a destination has as many requests at a time as it may, and no more", async () => {
  await using hub = await openPassingOn();
  const four = Promise.withResolvers<void>();
  await using receiver = await startReceiver(async () => {
    if (receiver.most() === 4) four.resolve();
    await four.promise;
    return 204;
  });
  await hub.addHttp("desk", receiver.url, { concurrency: 4 });
  for (let n = 0; n < 20; n++) await hub.scan(`scan ${n}`);
  const forwarder = hub.start();
  await four.promise;
  expect(forwarder.slots()).toEqual([{ destination: "desk", busy: 4, circuit: "closed" }]);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 20, delivered: 20 }));
  expect(receiver.most()).toBe(4);
});

test("a destination that does not answer delays no other", async () => {
  await using hub = await openPassingOn();
  const stuck = Promise.withResolvers<number>();
  await using slow = await startReceiver(() => stuck.promise);
  await using quick = await startReceiver();
  await hub.addHttp("slow", slow.url, { concurrency: 2 });
  await hub.addHttp("quick", quick.url);
  hub.start();
  for (let n = 0; n < 40; n++) await hub.scan(`scan ${n}`);
  await expect.poll(() => hub.counts("quick")).toEqual(counts({ accepted: 40, delivered: 40 }));
  expect(await hub.counts("slow")).toEqual(counts({ accepted: 40, pending: 40 }));
  await expect.poll(() => slow.received.length).toBe(2);
  stuck.resolve(204);
  await expect.poll(() => hub.counts("slow")).toEqual(counts({ accepted: 40, delivered: 40 }));
});

test("what fails is tried again, with the same message id and every attempt kept, then given up", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver((_, answer) =>
    answer.writeHead(403, { "content-type": "text/plain" }).end(`${"ä".repeat(1500)}`),
  );
  const hmac = { auth: "hmac-standard" };
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  await hub.addHttp("desk", receiver.url, { settings: hmac, secrets: { signingSecrets: secret } });
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
  const told = JSON.stringify(hub.lines);
  expect(told).toContain("a delivery failed");
  expect(told).toContain("a delivery was given up");
  expect(told).not.toContain("secret content");
});

test("what a destination will never take is given up at once, and the reason is kept out of the log", async () => {
  await using hub = await openPassingOn();
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
  expect(JSON.stringify(hub.lines)).not.toContain("private words");
  const [dead] = await hub.store.deliveries({ destination: "broken" }, { limit: 1 });
  expect(dead!.lastAttempt!.error).toMatch(/JSON/);
});

test("a template that is mended counts for what is replayed", async () => {
  await using hub = await openPassingOn();
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

test("an ordered destination waits for the scan that fails", async () => {
  await using hub = await openPassingOn();
  let tries = 0;
  await using receiver = await startReceiver(({ body }) =>
    body.includes("second") && ++tries < 3 ? 500 : 204,
  );
  await hub.addHttp("desk", receiver.url, { ordered: true });
  const later = Array.from({ length: 70 }, (_, n) => `later ${n}`);
  for (const content of ["first", "second", ...later]) await hub.scan(content);
  hub.start(soon);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 72, delivered: 72 }));
  const contents = receiver.received.map(({ body }) => JSON.parse(body).content);
  expect(contents).toEqual(["first", "second", "second", "second", ...later]);
});

test("Retry-After leaves a destination alone for as long, and costs no other delivery an attempt", async () => {
  await using hub = await openPassingOn();
  const asked: number[] = [];
  await using receiver = await startReceiver((_, answer) => {
    asked.push(performance.now());
    if (asked.length > 1) return 204;
    answer.writeHead(429, { "retry-after": "1" }).end();
  });
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  hub.start();
  for (let n = 0; n < 5; n++) await hub.scan(`scan ${n}`);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 5, delivered: 5 }));
  // Not less than it said, whatever two clocks round to.
  expect(asked[1]! - asked[0]!).toBeGreaterThan(990);
  const attempts = await hub.store.deliveries({}, { limit: 9 });
  expect(attempts.map((one) => one.attempts).sort()).toEqual([1, 1, 1, 1, 2]);
});

test("a destination that is down is left alone, probed, and gets everything once it is there", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver(() => 503);
  await hub.addHttp("desk", receiver.url, { concurrency: 2 });
  // Open for so long that a look at it cannot come too late, nor many probes before it.
  const forwarder = hub.start({ ...soon, nextWait: () => 30, firstPauseMs: 1500 });
  for (let n = 0; n < 30; n++) await hub.scan(`scan ${n}`);
  const [desk] = (await hub.store.routing()).destinations;
  await expect
    .poll(() => forwarder.circuit(desk!.id))
    .toMatchObject({
      state: "open",
      until: expect.any(Date),
      lastError: expect.stringMatching(/503/),
    });
  expect(receiver.received.length).toBeLessThan(9);
  expect(hub.said()).toContain("a destination is down; it is left alone for a while");
  receiver.behave(() => 204);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 30, delivered: 30 }));
  expect(hub.said()).toContain("a destination answers again");
  expect(forwarder.circuit(desk!.id)).toEqual({ state: "closed" });
});

test("what a person sends again goes at once to its destination that is left alone, and to no other", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver(() => 503);
  await using alone = await startReceiver(() => 503);
  await hub.addHttp("desk", receiver.url, { concurrency: 1 });
  await hub.addHttp("shop", alone.url, { concurrency: 1 });
  const forwarder = hub.start({ ...soon, nextWait: () => 30, firstPauseMs: 300_000 });
  for (let n = 0; n < 9; n++) await hub.scan(`scan ${n}`);
  const [desk, shop] = (await hub.store.routing()).destinations;
  for (const { id } of [desk!, shop!]) {
    await expect.poll(() => forwarder.circuit(id).state).toBe("open");
  }
  const asked = [receiver.received.length, alone.received.length];
  for (const one of [receiver, alone]) one.behave(() => 204);
  const replayed = await hub.store.replay({ destination: "desk" });
  expect(replayed.count).toBe(9);
  forwarder.tryNow(replayed.destinations);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 9, delivered: 9 }));
  expect(receiver.received).toHaveLength(asked[0]! + 9);
  expect(forwarder.circuit(shop!.id).state).toBe("open");
  expect(alone.received).toHaveLength(asked[1]!);
});

test("a secret that does not open is a fault of the destination, and is tried again once it is set anew", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver();
  const sealed = { token: "1.other.AAAA" };
  await hub.addHttp("desk", receiver.url, { settings: { auth: "bearer" } });
  await hub.store.changeDestination("desk", { secrets: sealed });
  hub.start({ ...soon, nextWait: () => 30 });
  await hub.scan("first");
  await expect
    .poll(async () => (await hub.store.deliveries({}, { limit: 1 }))[0]!.lastAttempt?.error)
    .toMatch(/^The secret token of the destination desk .+\.$/);
  const right = await hub.sealing.seal("desk", { token: "t0k3n" });
  if (!right.ok) throw new Error(right.reason);
  await hub.store.changeDestination("desk", { secrets: right.sealed });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 1, delivered: 1 }));
  expect(receiver.received[0]!.headers.authorization).toBe("Bearer t0k3n");
});

test("of a destination that is held by a person nothing is sent, and removing it drops what is pending", async () => {
  await using hub = await openPassingOn();
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

test("closing lets what is under way finish and gives the rest back", async () => {
  await using hub = await openPassingOn();
  const answer = Promise.withResolvers<number>();
  await using receiver = await startReceiver(() => answer.promise);
  await hub.addHttp("desk", receiver.url, { concurrency: 2 });
  const forwarder = hub.start(soon);
  for (let n = 0; n < 10; n++) await hub.scan(`scan ${n}`);
  await expect.poll(() => receiver.received.length).toBe(2);
  const closing = forwarder.close();
  answer.resolve(204);
  await closing;
  expect(await hub.counts("desk")).toEqual(counts({ accepted: 10, delivered: 2, pending: 8 }));
  expect(receiver.received).toHaveLength(2);
  const { claimed } = await hub.store.claim("another node", [{ destination: 1, limit: 20 }]);
  expect(claimed).toHaveLength(8);
});

test("what a dead node had claimed is delivered by another", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  for (let n = 0; n < 5; n++) await hub.scan(`scan ${n}`);
  const { claimed } = await hub.store.claim("dead", [{ destination: 1, limit: 3 }]);
  expect(claimed).toHaveLength(3);
  await hub.store.beat("dead", 6000);
  hub.start(soon);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 5, delivered: 5 }));
});
