import { parseReceiverUrl, send } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { describeUrlProblem, localizeFailure } from "./localize-failure.ts";

// The sentences of the package are English, and so is this page.

test.each([
  ["", ""],
  ["example.com/scans", ""],
  ["https://me:secret@example.com/", ""],
  ["ftp://example.com/", ""],
  ["http://example.com/", ""],
  ["http://localhost:1880/", "https://hub.example"],
])("says of the receiver URL %j what the package says", (text, origin) => {
  const found = parseReceiverUrl(text, { origin });
  if (found.ok) throw new Error("The receiver URL is accepted.");
  expect(describeUrlProblem(found)).toBe(found.reason);
});

const receiver = { url: "https://receiver.example/" };
const login = { ...receiver, user: "desk", password: "wrong" };
const respond = (status: number, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(null, { status, headers }));

test.each([
  ["a wrong password", login, () => respond(401, { "www-authenticate": "Basic" })],
  ["a missing password", receiver, () => respond(401, { "www-authenticate": "Basic" })],
  ["another scheme", login, () => respond(401, { "www-authenticate": "Bearer" })],
  ["no challenge", login, () => respond(401)],
  [
    "a hidden challenge",
    login,
    async () => Object.defineProperty(await respond(401), "type", { value: "cors" }),
  ],
  ["a redirect", receiver, () => respond(307)],
  ["a redirect to an address", receiver, () => respond(307, { location: "https://b.example/" })],
  ["another status", receiver, () => respond(500)],
  ["no response", receiver, () => Promise.reject(new TypeError("Failed to fetch"))],
])("says of %s what the package says", async (_case, to, fetch) => {
  const outcome = await send("{}", to, { fetch });
  expect(outcome).toHaveProperty("reason");
  expect(localizeFailure(outcome)).toEqual(outcome);
});
