import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { Delivery } from "../store/deliveries.ts";
import { type Behavior, startReceiver } from "../testing/receiver.ts";
import { asOwner, postScan, startTestHub } from "../testing/test-hub.ts";

const resources = { current: new AsyncDisposableStack() };
afterEach(async () => {
  await resources.current.disposeAsync();
  resources.current = new AsyncDisposableStack();
});

/** Opens a hub whose open inbox `door` has a through route to a receiver called “Gate”. */
async function setUpDoor(behavior: Behavior, destination: object = {}) {
  const receiver = resources.current.use(await startReceiver(behavior));
  const hub = resources.current.use(await startTestHub());
  const api = await asOwner(hub);
  const callApi = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ) => {
    const answer = await api(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? {} : await answer.json()) as T;
  };
  await callApi("POST", "/api/inboxes", { name: "door", open: true });
  const settings = { url: receiver.url };
  await callApi("POST", "/api/destinations", {
    name: "gate",
    title: "Gate",
    kind: "http",
    settings,
    allowPrivate: true,
    ...destination,
  });
  await callApi("POST", "/api/routes", {
    name: "entry",
    inbox: "door",
    destination: "gate",
    mode: "through",
    shape: { format: "scan" },
  });
  const post = (content: string, identifier: string = crypto.randomUUID()) =>
    postScan(hub, { content, identifier });
  const readDelivery = async () => {
    const { deliveries } = await callApi<{ deliveries: Delivery[] }>("GET", "/api/deliveries");
    const { state, attempts, lastAttempt } = deliveries[0]!;
    return { state, attempts, ...(lastAttempt && { status: lastAttempt.status }) };
  };
  return { hub, receiver, callApi, post, readDelivery };
}

const keptScanError = (code: string, message: RegExp) => ({
  error: {
    code,
    message: expect.stringMatching(message),
    reason: expect.stringMatching(/^scan-kept-/),
    values: expect.objectContaining({ destination: "Gate" }),
  },
  message: expect.stringMatching(/^The scan is kept, but “Gate” .+\.$/),
  ok: false,
});

test("the scanner gets the destination's response, and the scan is stored and delivered", async () => {
  const { post, readDelivery, callApi } = await setUpDoor((_, answer) =>
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
  await expect.poll(readDelivery).toEqual({ state: "delivered", attempts: 1, status: 201 });
  expect((await callApi("GET", "/api/scans")).scans).toHaveLength(1);
});

test.each([403, 404, 409, 410, 422])(
  "a refusal (%i) is passed to the scanner and ends the delivery, because the person has seen it",
  async (status) => {
    const { hub, post, readDelivery, callApi } = await setUpDoor((_, answer) =>
      answer.writeHead(status, { "content-type": "text/plain" }).end("already checked in"),
    );
    const answer = await post("ticket 1");
    expect([answer.status, await answer.text()]).toEqual([status, "already checked in"]);
    await expect.poll(readDelivery).toEqual({ state: "dead", attempts: 1, status });
    expect(await callApi("GET", "/api/destinations/gate")).toMatchObject({
      state: "on",
      counts: { accepted: 1, delivered: 0, dead: 1 },
      lastError: expect.stringMatching(new RegExp(`^The destination answered ${status}`)),
    });
    // Refusals are ordinary at a busy door, so they are not logged at the default level.
    expect(hub.logged.filter((line) => line.includes("gate"))).toEqual([]);
  },
);

test.each([301, 401, 407, 408, 429, 500, 503])(
  "a response that is not for the person (%i) becomes 502, and the delivery is retried",
  async (status) => {
    const { post, readDelivery } = await setUpDoor((_, answer) =>
      answer
        .writeHead(status, { location: "https://example.org/", "www-authenticate": "Basic" })
        .end("internal details"),
    );
    const answer = await post("ticket 1");
    expect(answer.status).toBe(502);
    expect(answer.headers.get("www-authenticate")).toBeNull();
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const about = new RegExp(`answered ${status}; the hub keeps trying\\.$`);
    expect(await answer.json()).toEqual(keptScanError("destination-failed", about));
    await expect.poll(readDelivery).toMatchObject({ state: "pending", status });
  },
);

test("a response that does not arrive in time becomes 504, and the delivery is retried", async () => {
  const noResponse = Promise.withResolvers<number>();
  const { post, callApi, receiver, readDelivery } = await setUpDoor(() => noResponse.promise);
  const settings = { url: receiver.url, timeout: 1 };
  await callApi("PATCH", "/api/destinations/gate", { settings });
  const answer = await post("ticket 1");
  expect(answer.status).toBe(504);
  expect(await answer.json()).toEqual(
    keptScanError("destination-silent", /did not respond in time; the hub/),
  );
  await expect.poll(async () => (await readDelivery()).attempts).toBeGreaterThan(0);
  expect(await readDelivery()).toMatchObject({ state: "pending" });
});

test("a repeated scan gets the same response as the first one, and is sent once", async () => {
  const mayRespond = Promise.withResolvers<void>();
  const { post, receiver } = await setUpDoor(async (_, answer) => {
    await mayRespond.promise;
    answer.writeHead(409, { "content-type": "application/json" }).end('{"message":"Already in"}');
  });
  const concurrentPosts = [post("ticket 1", "same"), post("ticket 1", "same")];
  await expect.poll(() => receiver.received.length).toBe(1);
  mayRespond.resolve();
  const laterResponse = await Promise.all(concurrentPosts).then(() => post("ticket 1", "same"));
  for (const answer of [...(await Promise.all(concurrentPosts)), laterResponse]) {
    expect([answer.status, await answer.text()]).toEqual([409, '{"message":"Already in"}']);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  expect(receiver.received).toHaveLength(1);
});

test("two people who scan one tag in the same second each get a response of their own", async () => {
  let entered = 0;
  const { hub, callApi, receiver } = await setUpDoor((_, answer) => {
    entered += 1;
    answer.writeHead(entered === 1 ? 201 : 409, { "content-type": "text/plain" });
    answer.end(`number ${entered}`);
  });
  await callApi("PATCH", "/api/inboxes/door", { open: false });
  const password = "correct: horse";
  for (const user of ["anna", "ben"]) {
    await callApi("POST", "/api/inboxes/door/credentials", { user, password });
  }
  const postAs = async (user: string) => {
    const scan = { content: "", identifier: "04:A2:7F:1B:5E:80:00" };
    const response = await postScan(hub, scan, { user, password });
    return [response.status, await response.text()];
  };
  expect(await postAs("anna")).toEqual([201, "number 1"]);
  expect(await postAs("ben")).toEqual([409, "number 2"]);
  expect(await postAs("anna")).toEqual([201, "number 1"]);
  expect(receiver.received).toHaveLength(2);
});

test("a repeat of a scan whose delivery waits for a retry is sent immediately", async () => {
  const { post, receiver, readDelivery } = await setUpDoor(() => 500);
  expect((await post("ticket 1", "same")).status).toBe(502);
  await expect.poll(readDelivery).toMatchObject({ state: "pending", status: 500 });
  receiver.behave(() => 204);
  expect((await post("ticket 1", "same")).status).toBe(204);
  await expect.poll(readDelivery).toMatchObject({ state: "delivered", status: 204 });
});

test("while the destination is held or switched off, the scan is kept and the response gives the reason", async () => {
  const { post, receiver, callApi, readDelivery } = await setUpDoor(() => 204);
  await callApi("PATCH", "/api/destinations/gate", { state: "held" });
  const held = await post("ticket 1");
  expect(held.status).toBe(502);
  expect(await held.json()).toEqual(
    keptScanError("destination-failed", /is held and gets it when/),
  );
  expect(await readDelivery()).toMatchObject({ state: "pending", attempts: 0 });
  await callApi("PATCH", "/api/destinations/gate", { state: "dropping" });
  const off = await post("ticket 2");
  expect(await off.json()).toEqual(keptScanError("destination-failed", /switched off/));
  expect(await readDelivery()).toMatchObject({ state: "dropped" });
  expect(receiver.received).toHaveLength(0);
  await callApi("PATCH", "/api/destinations/gate", { state: "on" });
  expect((await post("ticket 3")).status).toBe(204);
});

test("a scanner does not wait for a destination that asked for time with Retry-After", async () => {
  const { post, receiver } = await setUpDoor((_, answer) =>
    answer.writeHead(503, { "retry-after": "120" }).end(),
  );
  expect((await post("ticket 1")).status).toBe(502);
  const answer = await post("ticket 2");
  expect(await answer.json()).toEqual(
    keptScanError("destination-failed", /has not been responding/),
  );
  expect(receiver.received).toHaveLength(1);
});

test("scanners get the response of a recovered destination within seconds, after one scan was the probe", async () => {
  const { post, receiver } = await setUpDoor(() => 503);
  for (let n = 0; n < 5; n++) expect((await post(`ticket ${n}`)).status).toBe(502);
  const probed = Promise.withResolvers<void>();
  let probes = 0;
  receiver.behave(async (_, answer) => {
    probes += 1;
    await probed.promise;
    answer.writeHead(204).end();
  });
  const posts: Promise<Response>[] = [];
  await expect
    .poll(() => {
      posts.push(post(`ticket ${5 + posts.length}`));
      return probes;
    })
    .toBe(1);
  const meanwhile = await post("ticket of somebody else");
  expect(await meanwhile.json()).toEqual(
    keptScanError("destination-failed", /has not been responding/),
  );
  probed.resolve();
  const statuses = await Promise.all(posts.map(async (post) => (await post).status));
  expect(statuses.filter((status) => status !== 502)).toEqual([204]);
  expect((await post("last ticket")).status).toBe(204);
});

test("the first of two through routes responds to the scanner, and the other one delivers as usual", async () => {
  const { post, callApi, hub } = await setUpDoor((_, answer) => answer.writeHead(200).end("first"));
  const other = resources.current.use(
    await startReceiver((_, answer) => answer.writeHead(418).end()),
  );
  const settings = { url: other.url };
  const otherDestination = { name: "other", kind: "http", settings, allowPrivate: true };
  await callApi("POST", "/api/destinations", otherDestination);
  await callApi("POST", "/api/routes", { name: "second", destination: "other", mode: "through" });
  expect(await (await post("ticket 1")).text()).toBe("first");
  await expect.poll(() => other.received.length).toBe(1);
  expect(hub.logged.join("")).not.toContain("ticket 1");
});

test("a long response is truncated to 64 kB, between characters", async () => {
  const { post } = await setUpDoor((_, answer) => answer.writeHead(200).end("ä".repeat(50_000)));
  const text = await (await post("ticket 1")).text();
  expect([text.length, text.replaceAll("ä", "")]).toEqual([32 * 1024, ""]);
});

test("a response in another charset, or compressed without being asked for, reaches the scanner as UTF-8", async () => {
  const { post } = await setUpDoor(({ body }, answer) =>
    body.includes("latin")
      ? answer
          .writeHead(409, { "content-type": "text/plain; charset=ISO-8859-1" })
          .end(Buffer.from("schon geprüft", "latin1"))
      : answer
          .writeHead(409, { "content-type": "text/plain", "content-encoding": "gzip" })
          .end(gzipSync("schon geprüft")),
  );
  for (const content of ["latin 1", "gzip"]) {
    const answer = await post(content);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe("schon geprüft");
  }
});

test("a scanner gets the response although the kept connection to the destination was just reset", async () => {
  const served = new WeakSet<object>();
  const { post, readDelivery } = await setUpDoor((_, answer) => {
    const { socket } = answer.req;
    if (served.has(socket)) return void socket.resetAndDestroy();
    served.add(socket);
    answer.writeHead(200).end("welcome");
  });
  for (const content of ["ticket 1", "ticket 2", "ticket 3"]) {
    const answer = await post(content);
    expect([answer.status, await answer.text()]).toEqual([200, "welcome"]);
    await expect.poll(readDelivery).toEqual({ state: "delivered", attempts: 1, status: 200 });
  }
});
