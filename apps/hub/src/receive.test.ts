import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingHttpHeaders, METHODS, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printScan, type Scan, send } from "@scanhook/webhook";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFailureLimit } from "./login/failure-limit.ts";
import { type ReceiveOutcome, serveReceiver } from "./receive.ts";
import { openStore } from "./store/sqlite/open.ts";
import { type Store, StoreUnavailable } from "./store/store.ts";
import { quickHash } from "./testing/test-hub.ts";

const scan: Scan = {
  identifier: "3f2b1c9a-77de-4c1e-9b0a-1f2e3d4c5b6a",
  date: "2026-05-12T14:23:01Z",
  content: "https://example.com/ü\u001d",
};
const receivedAt = new Date("2026-05-12T14:23:02.000Z");
const user = "Zoë";
const password = "correct: horse";
const passwordHash = quickHash(password);
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const authorization = basic(`${user}:${password}`);
const json = { "content-type": "application/json" };

let dir: string;
let store: Store;
let trouble: StoreUnavailable | undefined;
let appends = 0;
let outcomes: ReceiveOutcome[] = [];
let base: string;
let close: () => Promise<void>;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-receive-"));
  store = await openStore(dir);
  trouble = undefined;
  appends = 0;
  outcomes = [];
  await store.addInbox({ name: "scans", open: false });
  await store.addInbox({ name: "open", open: true });
  await store.setCredential("scans", user, passwordHash);
  const app = Fastify({ forceCloseConnections: true });
  await serveReceiver(app, {
    store: {
      inbox: (name) => store.inbox(name),
      append: async (arrival) => {
        appends += 1;
        if (trouble) throw trouble;
        return store.append(arrival);
      },
    },
    // No try is given back while a slow machine works.
    failures: createFailureLimit({ now: () => 0 }),
    onOutcome: (outcome) => outcomes.push(outcome),
    now: () => receivedAt,
  });
  base = await app.listen({ port: 0, host: "127.0.0.1" });
  close = () => app.close();
});
afterEach(async () => {
  await close();
  await store.close();
  await rm(dir, { recursive: true });
});

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Node's own client, since fetch hides some headers and methods. A string body goes out with its length. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer | Iterable<Buffer>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(`${base}${path}`, { method, headers }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part) => {
      text += part;
    });
    response.on("end", () =>
      resolve({ status: response.statusCode!, headers: response.headers, text }),
    );
  });
  sent.on("error", reject);
  if (typeof body === "string" || Buffer.isBuffer(body) || body === undefined) sent.end(body);
  else {
    for (const part of body) sent.write(part);
    sent.end();
  }
  return promise;
}

const post = (body: string | Buffer, headers: Record<string, string> = {}, inbox = "scans") =>
  ask("POST", `/in/${inbox}`, { ...json, authorization, ...headers }, body);

function expectRefusal(answer: Answer, status: number, code: string) {
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.text);
  expect(body).toStrictEqual({ error: { code, message: expect.stringMatching(/^[A-Z].+\.$/) } });
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["access-control-expose-headers"]).toMatch(/WWW-Authenticate/i);
}

describe("a scan", () => {
  it("is stored with raw body, time, user and source, and answered 204 without a body", async () => {
    const body = `\uFEFF\r\n${printScan(scan)}\n\t`;
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers).not.toHaveProperty("content-length");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const [stored] = await store.listScans({}, { limit: 9 });
    expect(await store.scan(stored!.id)).toStrictEqual({
      id: stored!.id,
      inbox: "scans",
      user,
      ...scan,
      source: "code",
      receivedAt: receivedAt.toISOString(),
      repeats: 0,
      body,
    });
    expect(outcomes).toStrictEqual([
      { kind: "stored", repeat: false, seconds: expect.any(Number) },
    ]);
  });

  it("of our own sender arrives by challenge and answer", async () => {
    const receiver = { url: `${base}/in/scans`, user, password };
    expect(await send(scan, receiver)).toStrictEqual({ kind: "accepted", status: 204 });
    expect(await store.countScans({})).toBe(1);
    expect(outcomes.map((one) => (one.kind === "refused" ? one.code : one.kind))).toStrictEqual([
      "credentials-needed",
      "stored",
    ]);
  });

  it("may come with tagIdentifier, unknown keys and any media type parameter", async () => {
    const { identifier: _, ...rest } = scan;
    const body = JSON.stringify({ ...rest, tagIdentifier: "04:A2:B3", more: { of: "it" } });
    const answer = await post(body, { "content-type": "Application/JSON; charset=utf-8; v=1" });
    expect(answer.status).toBe(204);
    expect(await store.lastScan("nfc")).toMatchObject({ identifier: "04:A2:B3", ...rest });
  });

  it("sent again is answered like the first and counted as a repeat", async () => {
    const answers = [await post(printScan(scan)), await post(JSON.stringify(scan))];
    expect(answers.map(({ status }) => status)).toStrictEqual([204, 204]);
    expect(await store.listScans({}, { limit: 9 })).toMatchObject([{ repeats: 1 }]);
    expect(outcomes.at(-1)).toMatchObject({ kind: "stored", repeat: true });
  });

  it("to an open inbox needs no credentials, and whatever comes as such is no matter", async () => {
    const none = await ask("POST", "/in/open", json, printScan(scan));
    const some = await post(
      printScan({ ...scan, content: "2" }),
      { authorization: "Bearer x" },
      "open",
    );
    const slash = await ask("POST", "/in/open/?a=b", json, printScan({ ...scan, content: "3" }));
    expect([none.status, some.status, slash.status]).toStrictEqual([204, 204, 204]);
    for (const one of await store.listScans({}, { limit: 9 }))
      expect(one).not.toHaveProperty("user");
  });

  it("may be exactly 1 MiB, also in pieces", async () => {
    const frame = printScan({ ...scan, content: "" });
    const body = printScan({ ...scan, content: "x".repeat(1024 * 1024 - frame.length) });
    expect(body.length).toBe(1024 * 1024);
    expect((await post(body)).status).toBe(204);
    const pieces = [Buffer.from(body.slice(0, 1000)), Buffer.from(body.slice(1000))];
    const chunked = await ask("POST", "/in/scans", { ...json, authorization }, pieces);
    expect(chunked.status).toBe(204);
  });
});

describe("the challenge", () => {
  const challenge = /^Basic realm="[^"]+", charset="UTF-8"$/;

  it("comes before anything of the body is judged", async () => {
    const bodies: [Record<string, string>, string | Buffer][] = [
      [json, printScan(scan)],
      [json, "not json"],
      [{ "content-type": "text/plain" }, "hello"],
      [{}, ""],
      [json, Buffer.alloc(2 * 1024 * 1024)],
    ];
    for (const [headers, body] of bodies) {
      const answer = await ask("POST", "/in/scans", headers, body);
      expectRefusal(answer, 401, "credentials-needed");
      expect(answer.headers["www-authenticate"]).toMatch(challenge);
    }
    expect(appends).toBe(0);
  });

  it("comes before the body is there at all", async () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { ...json, "content-length": "1000" };
    const sent = request(`${base}/in/scans`, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
    });
    sent.on("error", () => {});
    sent.flushHeaders();
    expect(await promise).toBe(401);
    sent.destroy();
  });

  it("never counts as a failed log-in", async () => {
    for (let n = 0; n < 30; n++) {
      expect((await ask("POST", "/in/scans", json, printScan(scan))).status).toBe(401);
    }
    expect((await post(printScan(scan))).status).toBe(204);
  });

  it("is the answer to wrong credentials of any kind, in one shape", async () => {
    const wrong = [
      basic(`${user}:wrong`),
      basic(`nobody:${password}`),
      basic(":"),
      basic(user),
      "Basic !!!",
      "Bearer abc",
    ];
    const answers = [];
    for (const one of wrong) answers.push(await post(printScan(scan), { authorization: one }));
    for (const answer of answers) {
      expectRefusal(answer, 401, "credentials-wrong");
      expect(answer.headers["www-authenticate"]).toMatch(challenge);
      expect(answer.text).toBe(answers[0]!.text);
    }
    expect(appends).toBe(0);
  });

  it("gives way to 429 after too many wrong tries, also when they come at once", async () => {
    const tries = Array.from({ length: 20 }, (_, n) =>
      post(printScan(scan), { authorization: basic(`${user}:guess ${n}`) }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const blocked = answers.filter(({ status }) => status === 429);
    expect(blocked).toHaveLength(10);
    expectRefusal(blocked[0]!, 429, "too-many-tries");
    expect(Number(blocked[0]!.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("is not met by many phones that start with the right password at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => post(printScan({ ...scan, content: `${n}` }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([204]));
  });

  it("comes back as soon as the password is rotated, the user removed, or the inbox gone", async () => {
    const next = () => post(printScan(scan));
    expect((await next()).status).toBe(204);
    await store.setCredential("scans", user, quickHash("another"));
    expectRefusal(await next(), 401, "credentials-wrong");
    await store.setCredential("scans", user, passwordHash);
    expect((await next()).status).toBe(204);
    await store.removeCredential("scans", user);
    expectRefusal(await next(), 401, "credentials-wrong");
    await store.removeInbox("scans", { scans: "keep" });
    expectRefusal(await next(), 404, "no-such-inbox");
  });

  it("tells one inbox's credentials from another's", async () => {
    await store.addInbox({ name: "other", open: false });
    await store.setCredential("other", user, quickHash("something else"));
    expect((await post(printScan(scan))).status).toBe(204);
    expectRefusal(await post(printScan(scan), {}, "other"), 401, "credentials-wrong");
  });
});

describe("what is no scan", () => {
  it("is refused with 422 and the reason", async () => {
    const cases: [string | Buffer, RegExp][] = [
      ["", /JSON/],
      ["nonsense", /JSON/],
      ["[]", /object/],
      ["{}", /"identifier"/],
      [`{"identifier":"a","date":"b"}`, /"content"/],
      [`{"identifier":"a","date":5,"content":""}`, /"date"/],
      [Buffer.from([0x7b, 0xff, 0x7d]), /UTF-8/],
    ];
    for (const [body, reason] of cases) {
      const answer = await post(body);
      expectRefusal(answer, 422, "not-a-scan");
      expect(JSON.parse(answer.text).error.message).toMatch(reason);
    }
    expect(appends).toBe(0);
  });

  it("is refused with 415 for another media type, or none", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "??",
    ]) {
      const answer = await post(printScan(scan), { "content-type": type });
      expectRefusal(answer, 415, "wrong-media-type");
    }
    const none = await ask("POST", "/in/open", {}, printScan(scan));
    expectRefusal(none, 415, "wrong-media-type");
    expectRefusal(await ask("POST", "/in/open"), 415, "wrong-media-type");
  });

  it("is refused with 413 over 1 MiB, announced or in pieces", async () => {
    const long = Buffer.alloc(1024 * 1024 + 1, " ");
    expectRefusal(await post(long), 413, "body-too-large");
    const pieces = Array.from({ length: 5 }, () => Buffer.alloc(300 * 1024, " "));
    const chunked = await ask("POST", "/in/scans", { ...json, authorization }, pieces);
    expectRefusal(chunked, 413, "body-too-large");
  });

  it("is told so also when it goes on for long, over a connection that can still be used", async () => {
    const long = Buffer.alloc(10 * 1024 * 1024, " ");
    const headers = { ...json, authorization, "content-length": `${long.length}` };
    const pieces = Array.from({ length: 40 }, (_, n) => long.subarray(n << 18, (n + 1) << 18));
    for (let n = 0; n < 2; n++) {
      expectRefusal(await ask("POST", "/in/scans", headers, pieces), 413, "body-too-large");
      const { "content-length": _, ...chunked } = headers;
      expectRefusal(await ask("POST", "/in/scans", chunked, pieces), 413, "body-too-large");
      expectRefusal(await ask("PUT", "/in/scans", headers, pieces), 405, "method-not-allowed");
    }
    expect((await post(long)).headers.connection).not.toBe("close");
  });
});

describe("the address of an inbox", () => {
  it("that does not exist answers 404 with a sentence, whatever came", async () => {
    expectRefusal(await post(printScan(scan), {}, "nowhere"), 404, "no-such-inbox");
    expectRefusal(await ask("POST", "/in/nowhere"), 404, "no-such-inbox");
    expectRefusal(await ask("POST", "/in/scans/more", json, "{}"), 404, "no-such-inbox");
    expectRefusal(await ask("POST", "/in/"), 404, "no-such-inbox");
  });

  it("takes POST alone, and says so to every other method", async () => {
    const others = METHODS.filter(
      (method) => !["POST", "OPTIONS", "HEAD", "CONNECT"].includes(method),
    );
    for (const method of others) {
      const answer = await ask(method, "/in/scans");
      expectRefusal(answer, 405, "method-not-allowed");
      expect(answer.headers.allow).toBe("POST, OPTIONS");
    }
    const head = await ask("HEAD", "/in/scans");
    expect(head).toMatchObject({ status: 405, text: "", headers: { allow: "POST, OPTIONS" } });
  });

  it("answers a preflight, for the local network too when asked", async () => {
    const preflight = {
      origin: "https://scanner.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    };
    const plain = await ask("OPTIONS", "/in/scans", preflight);
    expect(plain).toMatchObject({
      status: 204,
      text: "",
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST, OPTIONS",
        "access-control-allow-headers": "content-type, authorization",
        "access-control-max-age": "86400",
        vary: "Access-Control-Request-Private-Network",
      },
    });
    expect(plain.headers).not.toHaveProperty("access-control-allow-private-network");
    const lan = { ...preflight, "access-control-request-private-network": "true" };
    const private_ = await ask("OPTIONS", "/in/nowhere", lan);
    expect(private_.headers["access-control-allow-private-network"]).toBe("true");
    for (const path of ["/in", "/in/", "/in/scans/more"]) {
      const wrong = await ask("OPTIONS", path, preflight);
      expect([path, wrong.status, wrong.headers["access-control-allow-origin"]]).toStrictEqual([
        path,
        204,
        "*",
      ]);
    }
  });
});

describe("a store in trouble", () => {
  it("makes the answer 503 with Retry-After, until it works again", async () => {
    trouble = new StoreUnavailable("full", "The disk is full.");
    const answer = await post(printScan(scan));
    expectRefusal(answer, 503, "store-unavailable");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    trouble = undefined;
    expect((await post(printScan(scan))).status).toBe(204);
  });

  it("is never answered with 2xx once closed", async () => {
    await store.close();
    expectRefusal(await post(printScan(scan)), 503, "store-unavailable");
    expectRefusal(await ask("POST", "/in/open", json, printScan(scan)), 503, "store-unavailable");
  });
});
