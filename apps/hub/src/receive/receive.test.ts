import { send, serializeScan } from "@scanhook/webhook";
import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../store/unavailable.ts";
import {
  authorization,
  expectRefusal,
  formatBasic,
  jsonHeaders,
  password,
  passwordHash,
  receivedAt,
  scan,
  startTestReceiver,
  user,
} from "./testing/test-receiver.ts";

describe("a scan", () => {
  it("is stored with raw body, time, user and source, and gets 204 without a body", async () => {
    await using receiver = await startTestReceiver();
    const { store, post, outcomes } = receiver;
    const body = `\uFEFF\r\n${serializeScan(scan)}\n\t`;
    const response = await post(body);
    expect(response).toMatchObject({ status: 204, text: "" });
    expect(response.headers).not.toHaveProperty("content-length");
    expect(response.headers["access-control-allow-origin"]).toBe("*");
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

  it("arrives from our own sender with one challenge and one response to it", async () => {
    await using receiver = await startTestReceiver();
    const url = `${receiver.base}/in/scans`;
    expect(await send(scan, { url, user, password })).toStrictEqual({
      kind: "accepted",
      status: 204,
    });
    expect(await receiver.store.countScans({})).toBe(1);
    expect(
      receiver.outcomes.map((outcome) =>
        outcome.kind === "refused" ? outcome.code : outcome.kind,
      ),
    ).toStrictEqual(["credentials-needed", "stored"]);
  });

  it("may have tagIdentifier, unknown keys and any parameter of the media type", async () => {
    await using receiver = await startTestReceiver();
    const { identifier: _, ...otherFields } = scan;
    const body = JSON.stringify({ ...otherFields, tagIdentifier: "04:A2:B3", more: { of: "it" } });
    const mediaType = "Application/JSON; charset=utf-8; v=1";
    const response = await receiver.post(body, { "content-type": mediaType });
    expect(response.status).toBe(204);
    expect(await receiver.store.lastScan("nfc")).toMatchObject({
      identifier: "04:A2:B3",
      ...otherFields,
    });
  });

  it("gets the same response and counts as a repeat when it is sent again", async () => {
    await using receiver = await startTestReceiver();
    const { post, store, outcomes } = receiver;
    const responses = [await post(serializeScan(scan)), await post(JSON.stringify(scan))];
    expect(responses.map(({ status }) => status)).toStrictEqual([204, 204]);
    expect(await store.listScans({}, { limit: 9 })).toMatchObject([{ repeats: 1 }]);
    expect(outcomes.at(-1)).toMatchObject({ kind: "stored", repeat: true });
  });

  it("is stored for each of two users who scan the same tag in the same second", async () => {
    await using receiver = await startTestReceiver();
    const { post, store } = receiver;
    await store.setCredential("scans", "Ben", passwordHash);
    const body = serializeScan({ ...scan, identifier: "04:A2:7F:1B:5E:80:00" });
    const asBen = { authorization: formatBasic(`Ben:${password}`) };
    await Promise.all([post(body), post(body, asBen)]);
    await post(body, asBen);
    const stored = await store.listScans({}, { limit: 9 });
    expect(stored.map(({ user, repeats }) => [user, repeats]).toSorted()).toStrictEqual([
      ["Ben", 1],
      [user, 0],
    ]);
  });

  it("may be exactly 1 MiB long, in one piece or in several", async () => {
    await using receiver = await startTestReceiver();
    const { call, post } = receiver;
    const emptyScan = serializeScan({ ...scan, content: "" });
    const content = "x".repeat(1024 * 1024 - emptyScan.length);
    const body = serializeScan({ ...scan, content });
    expect(body.length).toBe(1024 * 1024);
    expect((await post(body)).status).toBe(204);
    const pieces = [Buffer.from(body.slice(0, 1000)), Buffer.from(body.slice(1000))];
    const chunked = await call("POST", "/in/scans", { ...jsonHeaders, authorization }, pieces);
    expect(chunked.status).toBe(204);
  });
});

describe("an open inbox", () => {
  it("needs no credentials and ignores any that are sent", async () => {
    await using receiver = await startTestReceiver();
    const { call, post, store } = receiver;
    const serializeWith = (content: string) => serializeScan({ ...scan, content });
    const withoutLogin = await call("POST", "/in/open", jsonHeaders, serializeWith("1"));
    const withLogin = await post(serializeWith("2"), { authorization: "Bearer x" }, "open");
    expect([withoutLogin.status, withLogin.status]).toStrictEqual([204, 204]);
    const stored = await store.listScans({}, { limit: 9 });
    expect(stored).toHaveLength(2);
    for (const storedScan of stored) expect(storedScan).not.toHaveProperty("user");
  });

  const onLinux = process.platform === "linux";
  if (!onLinux) console.log("Skipped, not on Linux: scans from two addresses of this machine.");
  it.skipIf(!onLinux)("stores an equal scan once for each address that sends it", async () => {
    await using receiver = await startTestReceiver();
    const { call, store } = receiver;
    const postFrom = (localAddress: string) =>
      call("POST", "/in/open", jsonHeaders, serializeScan(scan), { localAddress });
    for (const address of ["127.0.0.1", "127.0.0.2", "127.0.0.1"]) {
      expect((await postFrom(address)).status).toBe(204);
    }
    const stored = await store.listScans({}, { limit: 9 });
    expect(stored.map(({ repeats }) => repeats)).toStrictEqual([0, 1]);
  });

  it("takes scans at its address with a trailing slash and a query too", async () => {
    await using receiver = await startTestReceiver();
    const response = await receiver.call("POST", "/in/open/?a=b", jsonHeaders, serializeScan(scan));
    expect(response.status).toBe(204);
  });
});

describe("a store with a problem", () => {
  it("makes the receiver respond 503 with Retry-After until it works again", async () => {
    await using receiver = await startTestReceiver();
    const { post, failAppends } = receiver;
    failAppends(new StoreUnavailable("full", "The disk is full."));
    const response = await post(serializeScan(scan));
    expectRefusal(response, 503, "store-unavailable");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    failAppends(undefined);
    expect((await post(serializeScan(scan))).status).toBe(204);
  });

  it("makes the receiver respond 503 when storing takes too long, and the scan is stored once", async () => {
    await using receiver = await startTestReceiver({ storeLimitMs: 50 });
    const { post, stallAppends, store, outcomes } = receiver;
    const resume = stallAppends();
    const response = await post(serializeScan(scan));
    expectRefusal(response, 503, "store-unavailable");
    expect(JSON.parse(response.text).message).toMatch(/send it again.* counts as one\./);
    resume();
    await expect.poll(() => outcomes.at(-1)).toMatchObject({ kind: "stored", repeat: false });
    expect((await post(serializeScan(scan))).status).toBe(204);
    expect(await store.listScans({}, { limit: 9 })).toMatchObject([{ repeats: 1 }]);
  });

  it("is named in the message, which says what to do on the phone", async () => {
    await using receiver = await startTestReceiver();
    const { post, failAppends } = receiver;
    for (const [problem, sentence] of [
      ["full", /disk of the hub is full, .*not stored/],
      ["read-only", /may not write/],
      ["busy", /busy/],
      ["broken", /cannot use its disk or database/],
    ] as const) {
      failAppends(new StoreUnavailable(problem, "Internal detail of /var/lib."));
      const { message } = JSON.parse((await post(serializeScan(scan))).text);
      expect(message).toMatch(sentence);
      expect(message).toMatch(/send (it|the scan) again/);
      expect(message).not.toContain("/var/lib");
      // A scanner shows no more than this.
      expect(message.length).toBeLessThanOrEqual(240);
    }
  });

  it("never lets a scan through once it is closed", async () => {
    await using receiver = await startTestReceiver();
    const { call, post, store } = receiver;
    await store.close();
    expectRefusal(await post(serializeScan(scan)), 503, "store-unavailable");
    const response = await call("POST", "/in/open", jsonHeaders, serializeScan(scan));
    expectRefusal(response, 503, "store-unavailable");
  });
});
