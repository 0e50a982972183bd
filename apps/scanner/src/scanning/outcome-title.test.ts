import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { codeScan, printScan, send } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { outcomeWords } from "../history/describe-outcome.ts";
import { announce } from "./announcement.ts";

const kept = "The scan is kept, but “Gate” did not answer in time; the hub goes on trying.";

/** What became of a scan that is posted to somebody who answers so. */
async function post(status: number, body: object) {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return await send(printScan(codeScan({ content: "A-1" })), { url });
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
    { message: kept, ok: false },
    `Not confirmed. Ticket A-1. The receiver answered 504. ${kept}`,
    "Not confirmed (504)",
  ],
  [500, {}, "Not confirmed. Ticket A-1. The receiver answered 500.", "Not confirmed (500)"],
])("%i %j is told as “%s”, in a list as “%s”", async (status, body, told, listed) => {
  const outcome = await post(status, body);
  const isFailure = status >= 300;
  expect(announce(outcome, "Ticket A-1")).toEqual({ urgent: isFailure, text: told });
  expect(outcomeWords(outcome, "code")).toMatchObject({
    short: listed,
    tone: isFailure ? "bad" : expect.stringMatching(/^(ok|warn)$/),
  });
});

test("only a scan that nobody answered is told as not sent", () => {
  const outcome = { kind: "unreachable", cause: "timeout", reason: "It is silent." } as const;
  expect(announce(outcome, "Ticket A-1")?.text).toBe("Not sent. Ticket A-1. It is silent.");
  expect(outcomeWords(outcome, "code")).toMatchObject({ short: "Not sent", tone: "bad" });
});
