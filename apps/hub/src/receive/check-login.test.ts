import { request } from "node:http";
import { serializeScan } from "@scanhook/webhook";
import { describe, expect, it, vi } from "vitest";
import { verifyPassword } from "../login/passwords.ts";
import { quickHash } from "../testing/test-hub.ts";
import { createLoginCheck, createLoginLimits } from "./check-login.ts";
import {
  expectRefusal,
  formatBasic,
  jsonHeaders,
  password,
  passwordHash,
  scan,
  startTestReceiver,
  user,
} from "./testing/test-receiver.ts";

const challenge = /^Basic realm="[^"]+", charset="UTF-8"$/;

describe("a request without credentials", () => {
  it("gets a challenge whatever its body is", async () => {
    await using receiver = await startTestReceiver();
    const bodies: [Record<string, string>, string | Buffer][] = [
      [jsonHeaders, serializeScan(scan)],
      [jsonHeaders, "not json"],
      [{ "content-type": "text/plain" }, "hello"],
      [{}, ""],
      [jsonHeaders, Buffer.alloc(2 * 1024 * 1024)],
    ];
    for (const [headers, body] of bodies) {
      const response = await receiver.call("POST", "/in/scans", headers, body);
      expectRefusal(response, 401, "credentials-needed");
      expect(response.headers["www-authenticate"]).toMatch(challenge);
    }
    expect(receiver.appendCount()).toBe(0);
  });

  it("gets the challenge before its body has arrived", async () => {
    await using receiver = await startTestReceiver();
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { ...jsonHeaders, "content-length": "1000" };
    const clientRequest = request(
      `${receiver.base}/in/scans`,
      { method: "POST", headers },
      (response) => {
        resolve(response.statusCode);
      },
    );
    // The server closes the connection while the request is incomplete.
    clientRequest.on("error", () => {});
    clientRequest.flushHeaders();
    expect(await promise).toBe(401);
    clientRequest.destroy();
  });

  it("does not count as a failed login", async () => {
    await using receiver = await startTestReceiver();
    const { call, post } = receiver;
    for (let attempt = 0; attempt < 30; attempt++) {
      expect((await call("POST", "/in/scans", jsonHeaders, serializeScan(scan))).status).toBe(401);
    }
    expect((await post(serializeScan(scan))).status).toBe(204);
  });
});

describe("wrong credentials", () => {
  it("of every kind get the same challenge", async () => {
    await using receiver = await startTestReceiver();
    const wrongHeaders = [
      formatBasic(`${user}:wrong`),
      formatBasic(`nobody:${password}`),
      formatBasic(":"),
      formatBasic(user),
      "Basic !!!",
      "Bearer abc",
    ];
    const bodies = new Set<string>();
    for (const authorization of wrongHeaders) {
      const response = await receiver.post(serializeScan(scan), { authorization });
      expectRefusal(response, 401, "credentials-wrong");
      expect(response.headers["www-authenticate"]).toMatch(challenge);
      bodies.add(response.text);
    }
    expect(bodies.size).toBe(1);
    expect(receiver.appendCount()).toBe(0);
  });

  it("get 429 after ten attempts, even when all arrive at the same time", async () => {
    await using receiver = await startTestReceiver();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      receiver.post(serializeScan(scan), { authorization: formatBasic(`${user}:guess ${index}`) }),
    );
    const responses = await Promise.all(attempts);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    const [limited, ...others] = responses.filter(({ status }) => status === 429);
    expect(others).toHaveLength(9);
    expectRefusal(limited!, 429, "too-many-passwords");
    expect(Number(limited!.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("right credentials", () => {
  it("work in ISO-8859-1, without being counted as guesses", async () => {
    await using receiver = await startTestReceiver();
    const inLatin1 = Buffer.from(`${user}:${password}`, "latin1").toString("base64");
    for (let attempt = 0; attempt < 12; attempt++) {
      const body = serializeScan({ ...scan, content: `${attempt}` });
      const response = await receiver.post(body, { authorization: `Basic ${inLatin1}` });
      expect(response.status).toBe(204);
    }
  });

  it("work with a user name in NFC and NFD, whichever is stored", async () => {
    await using receiver = await startTestReceiver();
    const inNfd = "Ame\u0301lie";
    await receiver.store.setCredential("scans", inNfd, quickHash("another"));
    const logins = [`${user}:${password}`, `${inNfd}:another`].flatMap((login) => [
      login.normalize("NFC"),
      login.normalize("NFD"),
    ]);
    for (const login of logins) {
      const response = await receiver.post(serializeScan({ ...scan, content: login }), {
        authorization: formatBasic(login),
      });
      expect(response.status).toBe(204);
    }
    const scans = await receiver.store.listScans({}, { limit: 9 });
    const users = scans.map((scan) => scan.user);
    expect(new Set(users)).toEqual(new Set([user, inNfd]));
  });

  it("belong to the user with just this name where an old database has both forms", async () => {
    await using receiver = await startTestReceiver();
    await receiver.store.setCredential("scans", user.normalize("NFD"), quickHash("another"));
    const post = (login: string) =>
      receiver.post(serializeScan(scan), { authorization: formatBasic(login) });
    expect((await post(`${user.normalize("NFC")}:${password}`)).status).toBe(204);
    expect((await post(`${user.normalize("NFD")}:another`)).status).toBe(204);
    expect((await post(`${user.normalize("NFD")}:${password}`)).status).toBe(401);
  });

  it("work for many phones that start at the same moment", async () => {
    await using receiver = await startTestReceiver();
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        receiver.post(serializeScan({ ...scan, content: `${index}` })),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([204]));
  });

  it("of sixty phones behind one address never get 429, also while somebody there guesses", async () => {
    await using receiver = await startTestReceiver();
    const { store, post } = receiver;
    const users = Array.from({ length: 60 }, (_, n) => `phone-${n}`);
    for (const name of users) await store.setCredential("scans", name, quickHash(`pin ${name}`));
    const send = async (name: string, pin = `pin ${name}`) =>
      (await post(serializeScan(scan), { authorization: formatBasic(`${name}:${pin}`) })).status;
    const sendAll = async () => new Set(await Promise.all(users.map((name) => send(name))));
    expect(await sendAll()).toEqual(new Set([204]));
    for (let n = 0; n < 90; n++) expect([401, 429]).toContain(await send("phone-7", `${n}`));
    expect(await sendAll()).toEqual(new Set([204]));
    for (let n = 90; n < 110; n++) expect(await send("phone-7", `${n}`)).toBe(429);
    expect(await send("phone-7")).toBe(429);
    expect(await send("phone-8")).toBe(204);
  });

  it("end as soon as the password is rotated, the user removed or the inbox gone", async () => {
    await using receiver = await startTestReceiver();
    const { store, post } = receiver;
    const postScan = () => post(serializeScan(scan));
    expect((await postScan()).status).toBe(204);
    await store.setCredential("scans", user, quickHash("another"));
    expectRefusal(await postScan(), 401, "credentials-wrong");
    await store.setCredential("scans", user, passwordHash);
    expect((await postScan()).status).toBe(204);
    await store.removeCredential("scans", user);
    expectRefusal(await postScan(), 401, "credentials-wrong");
    await store.removeInbox("scans", { scans: "keep" });
    expectRefusal(await postScan(), 404, "no-such-inbox");
  });

  it("of one inbox are wrong for another", async () => {
    await using receiver = await startTestReceiver();
    const { store, post } = receiver;
    await store.addInbox({ name: "other", open: false });
    await store.setCredential("other", user, quickHash("something else"));
    expect((await post(serializeScan(scan))).status).toBe(204);
    expectRefusal(await post(serializeScan(scan), {}, "other"), 401, "credentials-wrong");
  });
});

describe("many logins", () => {
  const users = Array.from({ length: 1500 }, (_, n) => `phone-${n}`);
  const credentials = users.map((user) => ({ user, passwordHash: quickHash(`secret ${user}`) }));
  const inbox = { name: "shop", open: false, credentials };
  const toHeader = (name: string) => formatBasic(`${name}:secret ${name}`);
  const createCheck = () => {
    const verify = vi.fn(verifyPassword);
    // The clock stands still, so that a slow machine earns no attempts back.
    const limits = createLoginLimits({ now: () => 0 });
    return { verify, check: createLoginCheck({ verify, limits }).check };
  };

  it("from one address with right passwords all succeed, however many there are at once", async () => {
    const { check } = createCheck();
    const results = await Promise.all(
      users.slice(0, 200).map(async (name) => check(inbox, toHeader(name), "10.0.0.1")),
    );
    expect(results).toStrictEqual(
      users.slice(0, 200).map((name) => ({ kind: "valid", user: name })),
    );
  });

  it("are each checked slowly once, also for more than a thousand users that take turns", async () => {
    const { check, verify } = createCheck();
    for (let round = 0; round < 2; round++) {
      for (const name of users) {
        expect(await check(inbox, toHeader(name), "10.0.0.1")).toMatchObject({ kind: "valid" });
      }
    }
    expect(verify).toHaveBeenCalledTimes(users.length);
  });

  it("that were right before a restart need no slow check, but only while nobody guesses at that address", async () => {
    const verify = vi.fn(verifyPassword);
    const remembered = {
      matches: async (name: string, { user }: { user: string }, password: string) =>
        name === "shop" && password === `secret ${user}`,
      remember: async () => {},
    };
    const limits = createLoginLimits({ now: () => 0 });
    const { check } = createLoginCheck({ verify, limits, remembered });
    for (const name of users.slice(0, 100)) {
      expect(await check(inbox, toHeader(name), "10.0.0.1")).toMatchObject({ kind: "valid" });
    }
    expect(verify).not.toHaveBeenCalled();
    for (let n = 0; n < 10; n++) await check(inbox, formatBasic(`phone-7:${n}`), "203.0.113.9");
    expect((await check(inbox, toHeader("phone-7"), "203.0.113.9")).kind).toBe("limited");
  });

  it("of more than the queue holds are told that the hub is busy, and not that they are wrong", async () => {
    const { check } = createCheck();
    const results = await Promise.all(
      users
        .slice(0, 400)
        .map(async (name) => (await check(inbox, toHeader(name), "10.0.0.1")).kind),
    );
    expect(new Set(results)).toStrictEqual(new Set(["valid", "busy"]));
    expect(results.filter((kind) => kind === "valid").length).toBeGreaterThanOrEqual(250);
  });

  it("of others succeed at an address where somebody guesses the password of one user", async () => {
    const { check } = createCheck();
    const address = "10.0.0.1";
    const guess = async (n: number) =>
      (await check(inbox, formatBasic(`phone-0:guess ${n}`), address)).kind;
    for (let n = 0; n < 10; n++) expect(await guess(n)).toBe("invalid");
    expect(await guess(10)).toBe("limited");
    expect(await check(inbox, toHeader("phone-1"), address)).toMatchObject({ kind: "valid" });
    // The right password of the guessed user has to wait here, but not elsewhere.
    expect((await check(inbox, toHeader("phone-0"), address)).kind).toBe("limited");
    expect((await check(inbox, toHeader("phone-0"), "10.0.0.2")).kind).toBe("valid");
  });

  it("stay valid at an address where they were right before, and are limited where guesses come from", async () => {
    const { check } = createCheck();
    await check(inbox, toHeader("phone-0"), "10.0.0.1");
    for (const address of ["10.0.0.1", "203.0.113.9"]) {
      for (let n = 0; n < 10; n++) {
        await check(inbox, formatBasic(`phone-0:guess ${address} ${n}`), address);
      }
    }
    expect((await check(inbox, toHeader("phone-0"), "10.0.0.1")).kind).toBe("valid");
    expect((await check(inbox, toHeader("phone-0"), "203.0.113.9")).kind).toBe("limited");
  });

  it("stay valid where they were right before only for a hundred guesses, so that the right one is no answer", async () => {
    const clock = { ms: 0 };
    const limits = createLoginLimits({ now: () => clock.ms });
    const { check } = createLoginCheck({ limits });
    const address = "10.0.0.1";
    for (const name of ["phone-0", "phone-1"]) await check(inbox, toHeader(name), address);
    await check(inbox, toHeader("phone-0"), "10.0.0.2");
    const guess = async (n: number) => check(inbox, formatBasic(`phone-0:guess ${n}`), address);
    for (let n = 0; n < 99; n++) await guess(n);
    expect((await check(inbox, toHeader("phone-0"), address)).kind).toBe("valid");
    await guess(99);
    expect(await check(inbox, toHeader("phone-0"), address)).toEqual({
      kind: "limited",
      seconds: 10,
    });
    // Other users here, and the same one elsewhere, notice nothing.
    expect((await check(inbox, toHeader("phone-1"), address)).kind).toBe("valid");
    expect((await check(inbox, toHeader("phone-0"), "10.0.0.2")).kind).toBe("valid");
    clock.ms += 10_000;
    expect((await check(inbox, toHeader("phone-0"), address)).kind).toBe("valid");
  });

  it("count when they are guesses that the full queue refuses", async () => {
    const { check } = createCheck();
    await check(inbox, toHeader("phone-0"), "10.0.0.1");
    const guesses = Array.from({ length: 400 }, (_, n) =>
      check(inbox, formatBasic(`phone-0:guess ${n}`), "10.0.0.1"),
    );
    expect((await check(inbox, toHeader("phone-0"), "10.0.0.1")).kind).toBe("limited");
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "invalid")).toHaveLength(10);
  });

  it("with an old password count once, so that a phone that keeps it locks nobody out", async () => {
    const { check, verify } = createCheck();
    for (let n = 0; n < 30; n++) {
      const result = await check(inbox, formatBasic("phone-0:old"), "10.0.0.1");
      expect(result.kind).toBe("invalid");
    }
    expect(verify).toHaveBeenCalledOnce();
    expect((await check(inbox, toHeader("phone-0"), "10.0.0.1")).kind).toBe("valid");
  });
});
