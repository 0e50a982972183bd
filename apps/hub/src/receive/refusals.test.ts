import { METHODS } from "node:http";
import { gzipSync } from "node:zlib";
import { serializeScan } from "@scanhook/webhook";
import { describe, expect, it } from "vitest";
import {
  authorization,
  expectRefusal,
  jsonHeaders,
  scan,
  startTestReceiver,
} from "./testing/test-receiver.ts";

describe("a body that is not a scan", () => {
  it("is refused with 422 and the reason", async () => {
    await using receiver = await startTestReceiver();
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
      const response = await receiver.post(body);
      expectRefusal(response, 422, "not-a-scan");
      expect(JSON.parse(response.text).error.message).toMatch(reason);
    }
    expect(receiver.appendCount()).toBe(0);
  });

  it("is refused with 415 if it is compressed, with a sentence about that", async () => {
    await using receiver = await startTestReceiver();
    const body = gzipSync(serializeScan(scan));
    const headers = { ...jsonHeaders, "content-encoding": "gzip" };
    // A program takes the short path where it can.
    for (const isPage of [true, false]) {
      const response = await receiver.call("POST", "/in/open", headers, body, { isPage });
      expect(response.status).toBe(415);
      expect(JSON.parse(response.text).message).toMatch(/Content-Encoding, such as gzip/);
      expect(response.headers["accept-encoding"]).toBe("identity");
    }
    const plain = { "content-encoding": "identity" };
    expect((await receiver.post(serializeScan(scan), plain)).status).toBe(204);
    const anonymous = await receiver.call("POST", "/in/scans", headers, body);
    expectRefusal(anonymous, 401, "credentials-needed");
  });

  it("is refused with 415 if it has another media type, or none", async () => {
    await using receiver = await startTestReceiver();
    const { call, post } = receiver;
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "??"];
    for (const type of types) {
      const response = await post(serializeScan(scan), { "content-type": type });
      expectRefusal(response, 415, "wrong-media-type");
    }
    const untyped = await call("POST", "/in/open", {}, serializeScan(scan));
    expectRefusal(untyped, 415, "wrong-media-type");
    expectRefusal(await call("POST", "/in/open"), 415, "wrong-media-type");
  });

  it("is refused with 413 over 1 MiB, with or without an announced length", async () => {
    await using receiver = await startTestReceiver();
    const tooLongBody = Buffer.alloc(1024 * 1024 + 1, " ");
    expectRefusal(await receiver.post(tooLongBody), 413, "body-too-large");
    const pieces = Array.from({ length: 5 }, () => Buffer.alloc(300 * 1024, " "));
    const headers = { ...jsonHeaders, authorization };
    const chunked = await receiver.call("POST", "/in/scans", headers, pieces);
    expectRefusal(chunked, 413, "body-too-large");
  });

  it("is refused while it is still being sent, and the connection stays usable", async () => {
    await using receiver = await startTestReceiver();
    const { call, post } = receiver;
    const tooLongBody = Buffer.alloc(4 * 1024 * 1024, " ");
    const headers = { ...jsonHeaders, authorization, "content-length": `${tooLongBody.length}` };
    const { "content-length": _, ...chunked } = headers;
    const pieceLength = 256 * 1024;
    const pieces = Array.from({ length: tooLongBody.length / pieceLength }, (_, index) =>
      tooLongBody.subarray(index * pieceLength, (index + 1) * pieceLength),
    );
    for (let round = 0; round < 2; round++) {
      expectRefusal(await call("POST", "/in/scans", headers, pieces), 413, "body-too-large");
      expectRefusal(await call("POST", "/in/scans", chunked, pieces), 413, "body-too-large");
      expectRefusal(await call("PUT", "/in/scans", headers, pieces), 405, "method-not-allowed");
    }
    expect((await post(tooLongBody)).headers.connection).not.toBe("close");
  });
});

describe("an address below /in/", () => {
  it("responds 404 with a message if it is not an inbox, whatever was sent", async () => {
    await using receiver = await startTestReceiver();
    const { call, post } = receiver;
    expectRefusal(await post(serializeScan(scan), {}, "nowhere"), 404, "no-such-inbox");
    expectRefusal(await call("POST", "/in/nowhere"), 404, "no-such-inbox");
    expectRefusal(await call("POST", "/in/scans/more", jsonHeaders, "{}"), 404, "no-such-inbox");
    expectRefusal(await call("POST", "/in/"), 404, "no-such-inbox");
  });

  it("refuses every method but POST and names the allowed ones", async () => {
    await using receiver = await startTestReceiver();
    const otherMethods = METHODS.filter(
      (method) => !["POST", "OPTIONS", "HEAD", "CONNECT"].includes(method),
    );
    for (const method of otherMethods) {
      const response = await receiver.call(method, "/in/scans");
      expectRefusal(response, 405, "method-not-allowed");
      expect(response.headers.allow).toBe("POST, OPTIONS");
    }
    const head = await receiver.call("HEAD", "/in/scans");
    expect(head).toMatchObject({ status: 405, text: "", headers: { allow: "POST, OPTIONS" } });
  });
});
