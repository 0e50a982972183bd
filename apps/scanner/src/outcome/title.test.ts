import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { codeScan, send, serializeScan, verdictType } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { describeOutcome } from "../history/describe-outcome.ts";
import { announce } from "../scanning/announcement.ts";

const throughReply = "The scan is kept, but “Gate” did not respond in time; the hub keeps trying.";

/** Posts a scan to a receiver that responds so, and returns the outcome. */
async function post(status: number, body: object, type = "application/json") {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return await send(serializeScan(codeScan({ content: "A-1" })), { url });
  } finally {
    server.close();
  }
}

test.each([
  [204, {}, "Sent. Ticket A-1.", "Sent"],
  [
    200,
    { message: "Here already", ok: false },
    "Sent, with a warning. Ticket A-1. Here already.",
    "Sent",
  ],
  [
    409,
    { message: "Here already" },
    "Refused. Ticket A-1. The receiver answered 409. Here already.",
    "Refused (409)",
  ],
  [
    504,
    { message: throughReply, ok: false },
    `Not confirmed. Ticket A-1. The receiver answered 504. ${throughReply}`,
    "Not confirmed (504)",
  ],
  [
    503,
    { message: "The disk of the hub is full." },
    "Refused. Ticket A-1. The receiver answered 503. The disk of the hub is full.",
    "Refused (503)",
  ],
  [
    404,
    { message: "This hub has no inbox “a”.", error: { code: "no-such-inbox" } },
    "Refused. Ticket A-1. The receiver answered 404. This hub has no inbox “a”.",
    "Refused (404)",
  ],
  [500, {}, "Not confirmed. Ticket A-1. The receiver answered 500.", "Not confirmed (500)"],
])(
  "announces a response of %i %j as “%s” and lists it as “%s”",
  async (status, body, text, listed) => {
    const outcome = await post(status, body);
    const isFailure = status >= 300;
    expect(announce(outcome, "Ticket A-1")).toEqual({ urgent: isFailure, text });
    expect(describeOutcome(outcome, "code")).toMatchObject({
      short: listed,
      tone: isFailure ? "bad" : expect.stringMatching(/^(ok|warn)$/),
    });
  },
);

test("announces and lists a scan that got no response as not sent", () => {
  const outcome = { kind: "unreachable", cause: "timeout", reason: "It is silent." } as const;
  expect(announce(outcome, "Ticket A-1")?.text).toBe("Not sent. Ticket A-1. It is silent.");
  expect(describeOutcome(outcome, "code")).toMatchObject({ short: "Not sent", tone: "bad" });
});

const verdict = {
  result: "no",
  code: "already-in",
  word: "ALREADY IN",
  title: "Ada Lovelace",
  text: "Ada Lovelace is already in (14:02, north).",
  facts: [["Table", "7"]],
};

test("announces a verdict as yes, look or no with its word, name and facts, and lists its word", async () => {
  const outcome = await post(200, { ok: false, message: "NO. She is in.", verdict }, verdictType);
  expect(announce(outcome, "Ticket A-1")).toEqual({
    urgent: true,
    text: "No. ALREADY IN. Ada Lovelace. Ada Lovelace is already in (14:02, north). Table: 7.",
  });
  expect(describeOutcome(outcome, "code")).toMatchObject({ short: "ALREADY IN", tone: "bad" });
  const question = { ...verdict, result: "ask", word: "CHECK" };
  const asking = await post(200, { verdict: question }, verdictType);
  expect(announce(asking, "Ticket A-1")).toMatchObject({
    urgent: true,
    text: expect.stringMatching(/^Question\. CHECK\./),
  });
  expect(describeOutcome(asking, "code").sentence).toBe(
    "Sent. The receiver asks before it decides: CHECK.",
  );
  const yes = await post(200, { verdict: { ...verdict, result: "yes", word: "IN" } }, verdictType);
  expect(announce(yes, "Ticket A-1")).toMatchObject({
    urgent: false,
    text: expect.stringMatching(/^Yes\. IN\./),
  });
});

test("announces and lists a scan whose verdict is unknown as not checked", () => {
  const outcome = {
    kind: "unreachable",
    cause: "timeout",
    reason: "It is silent.",
    unchecked: true,
  } as const;
  expect(announce(outcome, "Ticket A-1")).toEqual({
    urgent: true,
    text: "Not checked. Ticket A-1. It is silent.",
  });
  expect(describeOutcome(outcome, "code")).toMatchObject({ short: "Not checked" });
});
