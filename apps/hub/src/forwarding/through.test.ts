import { afterEach, expect, test } from "vitest";
import type { Delivery } from "../store/forwarding.ts";
import { type Behaviour, startReceiver } from "../testing/receiver.ts";
import { asOwner, postScan, startTestHub } from "../testing/test-hub.ts";

const stack = { current: new AsyncDisposableStack() };
afterEach(async () => {
  await stack.current.disposeAsync();
  stack.current = new AsyncDisposableStack();
});

/** A hub whose open inbox `door` goes through to a receiver, called “Gate”. */
async function openDoor(behave: Behaviour, destination: object = {}) {
  const receiver = stack.current.use(await startReceiver(behave));
  const hub = stack.current.use(await startTestHub());
  const api = await asOwner(hub);
  const ask = async <T = Record<string, unknown>>(method: string, path: string, body?: object) => {
    const answer = await api(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? {} : await answer.json()) as T;
  };
  await ask("POST", "/api/inboxes", { name: "door", open: true });
  const settings = { url: receiver.url };
  await ask("POST", "/api/destinations", {
    name: "gate",
    title: "Gate",
    kind: "http",
    settings,
    allowPrivate: true,
    ...destination,
  });
  await ask("POST", "/api/routes", {
    name: "entry",
    inbox: "door",
    destination: "gate",
    mode: "through",
    shape: { format: "scan" },
  });
  const post = (content: string, identifier: string = crypto.randomUUID()) =>
    postScan(hub, { content, identifier });
  const delivery = async () => {
    const { deliveries } = await ask<{ deliveries: Delivery[] }>("GET", "/api/deliveries");
    const { state, attempts, lastAttempt } = deliveries[0]!;
    return { state, attempts, ...(lastAttempt && { status: lastAttempt.status }) };
  };
  return { hub, receiver, ask, post, delivery };
}

const kept = (code: string, message: RegExp) => ({
  error: { code, message: expect.stringMatching(message) },
  message: expect.stringMatching(/^The scan is kept, but “Gate” .+\.$/),
  ok: false,
});

test("the scanner gets the destination's answer, and the scan is stored and delivered", async () => {
  const { post, delivery, ask } = await openDoor((_, answer) =>
    answer
      .writeHead(201, { "content-type": "application/json", "set-cookie": "a=b" })
      .end('{"message":"Welcome, Zoë"}'),
  );
  const answer = await post("ticket 1");
  expect(answer.status).toBe(201);
  expect(await answer.text()).toBe('{"message":"Welcome, Zoë"}');
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("set-cookie")).toBeNull();
  await expect.poll(delivery).toEqual({ state: "delivered", attempts: 1, status: 201 });
  expect((await ask("GET", "/api/scans")).scans).toHaveLength(1);
});

test.each([403, 404, 409, 410, 422])(
  "a refusal (%i) is the answer, and ends the delivery undelivered: the person has seen it",
  async (status) => {
    const { hub, post, delivery, ask } = await openDoor((_, answer) =>
      answer.writeHead(status, { "content-type": "text/plain" }).end("already checked in"),
    );
    const answer = await post("ticket 1");
    expect([answer.status, await answer.text()]).toEqual([status, "already checked in"]);
    await expect.poll(delivery).toEqual({ state: "dead", attempts: 1, status });
    expect(await ask("GET", "/api/destinations/gate")).toMatchObject({
      state: "on",
      counts: { accepted: 1, delivered: 0, dead: 1 },
      lastError: expect.stringMatching(new RegExp(`^The destination answered ${status}`)),
    });
    // At a busy door this is how things are, and nothing for a log at its usual level.
    expect(hub.logged.filter((line) => line.includes("gate"))).toEqual([]);
  },
);

test.each([301, 401, 407, 408, 429, 500, 503])(
  "an answer that is not for the person (%i) becomes 502, and the delivery goes on",
  async (status) => {
    const { post, delivery } = await openDoor((_, answer) =>
      answer
        .writeHead(status, { location: "https://example.org/", "www-authenticate": "Basic" })
        .end("internal details"),
    );
    const answer = await post("ticket 1");
    expect(answer.status).toBe(502);
    expect(answer.headers.get("www-authenticate")).toBeNull();
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const about = new RegExp(`answered ${status}; the hub goes on trying\\.$`);
    expect(await answer.json()).toEqual(kept("destination-failed", about));
    await expect.poll(delivery).toMatchObject({ state: "pending", status });
  },
);

test("no answer in time is 504, and the delivery goes on", async () => {
  const never = Promise.withResolvers<number>();
  const { post, ask, receiver, delivery } = await openDoor(() => never.promise);
  const settings = { url: receiver.url, timeout: 1 };
  await ask("PATCH", "/api/destinations/gate", { settings });
  const answer = await post("ticket 1");
  expect(answer.status).toBe(504);
  expect(await answer.json()).toEqual(
    kept("destination-silent", /did not answer in time; the hub/),
  );
  await expect.poll(async () => (await delivery()).attempts).toBeGreaterThan(0);
  expect(await delivery()).toMatchObject({ state: "pending" });
});

test("a scan that comes again gets the same answer, and goes out once", async () => {
  const first = Promise.withResolvers<void>();
  const { post, receiver } = await openDoor(async (_, answer) => {
    await first.promise;
    answer.writeHead(409, { "content-type": "application/json" }).end('{"message":"Already in"}');
  });
  const both = [post("ticket 1", "same"), post("ticket 1", "same")];
  await expect.poll(() => receiver.received.length).toBe(1);
  first.resolve();
  const third = await Promise.all(both).then(() => post("ticket 1", "same"));
  for (const answer of [...(await Promise.all(both)), third]) {
    expect([answer.status, await answer.text()]).toEqual([409, '{"message":"Already in"}']);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  expect(receiver.received).toHaveLength(1);
});

test("a scan that comes again while its delivery waits is sent at once", async () => {
  const { post, receiver, delivery } = await openDoor(() => 500);
  expect((await post("ticket 1", "same")).status).toBe(502);
  await expect.poll(delivery).toMatchObject({ state: "pending", status: 500 });
  receiver.behave(() => 204);
  expect((await post("ticket 1", "same")).status).toBe(204);
  await expect.poll(delivery).toMatchObject({ state: "delivered", status: 204 });
});

test("while the destination is held or switched off, the scanner is told, and the scan is kept", async () => {
  const { post, receiver, ask, delivery } = await openDoor(() => 204);
  await ask("PATCH", "/api/destinations/gate", { state: "held" });
  const held = await post("ticket 1");
  expect(held.status).toBe(502);
  expect(await held.json()).toEqual(kept("destination-failed", /is held and gets it when/));
  expect(await delivery()).toMatchObject({ state: "pending", attempts: 0 });
  await ask("PATCH", "/api/destinations/gate", { state: "dropping" });
  const off = await post("ticket 2");
  expect(await off.json()).toEqual(kept("destination-failed", /switched off/));
  expect(await delivery()).toMatchObject({ state: "dropped" });
  expect(receiver.received).toHaveLength(0);
  await ask("PATCH", "/api/destinations/gate", { state: "on" });
  expect((await post("ticket 3")).status).toBe(204);
});

test("a destination that is down and asked for time is not waited for", async () => {
  const { post, receiver } = await openDoor((_, answer) =>
    answer.writeHead(503, { "retry-after": "120" }).end(),
  );
  expect((await post("ticket 1")).status).toBe(502);
  const answer = await post("ticket 2");
  expect(await answer.json()).toEqual(kept("destination-failed", /has not been answering/));
  expect(receiver.received).toHaveLength(1);
});

test("a destination that is back answers the scanners seconds later, one of which was the probe", async () => {
  const { post, receiver } = await openDoor(() => 503);
  for (let n = 0; n < 5; n++) expect((await post(`ticket ${n}`)).status).toBe(502);
  const probed = Promise.withResolvers<void>();
  let probes = 0;
  receiver.behave(async (_, answer) => {
    probes += 1;
    await probed.promise;
    answer.writeHead(204).end();
  });
  const tries: Promise<Response>[] = [];
  await expect
    .poll(() => {
      tries.push(post(`ticket ${5 + tries.length}`));
      return probes;
    })
    .toBe(1);
  const meanwhile = await post("ticket of somebody else");
  expect(await meanwhile.json()).toEqual(kept("destination-failed", /has not been answering/));
  probed.resolve();
  const statuses = await Promise.all(tries.map(async (one) => (await one).status));
  expect(statuses.filter((status) => status !== 502)).toEqual([204]);
  expect((await post("last ticket")).status).toBe(204);
});

test("of two routes that go through, the first answers and the other delivers", async () => {
  const { post, ask, hub } = await openDoor((_, answer) => answer.writeHead(200).end("first"));
  const other = stack.current.use(await startReceiver((_, answer) => answer.writeHead(418).end()));
  const settings = { url: other.url };
  const target = { name: "other", kind: "http", settings, allowPrivate: true };
  await ask("POST", "/api/destinations", target);
  await ask("POST", "/api/routes", { name: "second", destination: "other", mode: "through" });
  expect(await (await post("ticket 1")).text()).toBe("first");
  await expect.poll(() => other.received.length).toBe(1);
  expect(hub.logged.join("")).not.toContain("ticket 1");
});

test("only so much of a long answer is shown, in whole characters", async () => {
  const { post } = await openDoor((_, answer) => answer.writeHead(200).end("ä".repeat(50_000)));
  const text = await (await post("ticket 1")).text();
  expect([text.length, text.replaceAll("ä", "")]).toEqual([32 * 1024, ""]);
});
