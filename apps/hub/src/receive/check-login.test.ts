import { request } from "node:http";
import { serializeScan } from "@scanhook/webhook";
import { describe, expect, it } from "vitest";
import { quickHash } from "../testing/test-hub.ts";
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
    expectRefusal(limited!, 429, "too-many-tries");
    expect(Number(limited!.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("right credentials", () => {
  it("work for many phones that start at the same moment", async () => {
    await using receiver = await startTestReceiver();
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        receiver.post(serializeScan({ ...scan, content: `${index}` })),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([204]));
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
