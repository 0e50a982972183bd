import { formatBasicChallenge, verdictType } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { type ActAnswer, type ActParts, act, findGuests, nameEntry, putDown } from "./acts.ts";

const receiver = { url: "https://hub.example/in/door/", user: "boss", password: "boss-password" };
const unreachable = "Nobody knows whether it was done.";
const sentences = {
  act: unreachable,
  search: "Search again.",
  noReceiver: "Nothing was sent.",
  status: ({ status }: { status: string }) => `Error ${status}.`,
};
const basic = `Basic ${Buffer.from("boss:boss-password").toString("base64")}`;
const verdict = {
  result: "yes",
  code: "checked-in",
  word: "IN",
  text: "Ada is checked in.",
  facts: [],
  register: "gala",
  movement: 7,
  at: "2026-05-12T14:23:01Z",
  counts: { inside: 1 },
};
const body = JSON.stringify({ ok: true, message: "YES. Ada is checked in.", verdict });
const challenge = () =>
  new Response("", {
    status: 401,
    headers: { "www-authenticate": formatBasicChallenge("Scanhook door") },
  });
const refusal = (status: number, message: string) =>
  new Response(JSON.stringify({ error: { code: "x", message } }), { status });

/**
 * Answers the requests with these responses in turn; a function may throw, as a broken connection
 * does.
 */
function openHub(...responses: (() => Response)[]) {
  const requests: { method: string; url: string; accept: string | null; login: string | null }[] =
    [];
  const parts: ActParts = {
    receiver,
    sentences,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const { method, headers } = request;
      requests.push({
        method,
        url: request.url,
        accept: headers.get("accept"),
        login: headers.get("authorization"),
      });
      return responses[requests.length - 1]!();
    },
  };
  return { parts, requests };
}

test.each([
  [{ kind: "undo", movement: 7 }, "undo/7"],
  [{ kind: "let-in", movement: 7 }, "let-in/7"],
  [{ kind: "correct", movement: 7, quantity: "1.5" }, "correct/7?quantity=1.5"],
  [{ kind: "check-in", entry: 3 }, "check-in/3"],
] as const)(
  "an act goes below the receiver URL, with the password only after the challenge (%o)",
  async (step, path) => {
    const { parts, requests } = openHub(challenge, () => new Response(body));
    expect(await act(step, parts)).toMatchObject({ ok: true, value: { code: "checked-in" } });
    const sent = {
      method: "POST",
      url: `https://hub.example/in/door/${path}`,
      accept: verdictType,
    };
    expect(requests).toEqual([
      { ...sent, login: null },
      { ...sent, login: basic },
    ]);
  },
);

const bearer = () =>
  new Response("", { status: 401, headers: { "www-authenticate": "Bearer realm=x" } });
const broken = (): Response => {
  throw new TypeError("fetch failed");
};

/** Responses of the hub, each with the sentence that the supervisor reads. */
const refusals: [string, (() => Response)[], string][] = [
  ["a wrong password", [challenge, () => refusal(401, "It is wrong.")], "It is wrong."],
  ["no right to do it", [() => refusal(403, "Only a supervisor may.")], "Only a supervisor may."],
  ["an unknown movement", [() => refusal(404, "There is none.")], "There is none."],
  ["a challenge for something else", [bearer], "Error 401."],
  ["an error without a sentence", [() => new Response("oops", { status: 502 })], "Error 502."],
  ["an error that is no object", [() => new Response("[1]", { status: 404 })], "Error 404."],
  ["a redirect", [() => Response.error()], unreachable],
  ["no verdict", [() => new Response("{}")], unreachable],
  ["no JSON", [() => new Response("<html>")], unreachable],
  ["a broken connection", [broken], unreachable],
  ["a connection that breaks after the challenge", [challenge, broken], unreachable],
];

test.each(refusals)("%s becomes a sentence", async (_, responses, reason) => {
  const { parts, requests } = openHub(...responses);
  expect(await act({ kind: "undo", movement: 7 }, parts)).toEqual({ ok: false, reason });
  expect(requests).toHaveLength(responses.length);
});

test("a name and putting down go below the receiver URL, and need no answer but a 2xx", async () => {
  const done = () => new Response(null, { status: 204 });
  const { parts, requests } = openHub(challenge, done, done, () => refusal(409, "It has a name."));
  expect(await nameEntry(3, "a&b=c #é/", parts)).toEqual({ ok: true, value: "" });
  const [, named] = requests;
  expect(named).toMatchObject({ method: "POST", login: basic });
  expect(new URL(named!.url).pathname).toBe("/in/door/name/3");
  expect(new URL(named!.url).searchParams.get("label")).toBe("a&b=c #é/");
  expect((await putDown(parts)).ok).toBe(true);
  expect(requests[2]).toMatchObject({ url: "https://hub.example/in/door/put-down" });
  expect(await nameEntry(3, "x", parts)).toEqual({ ok: false, reason: "It has a name." });
});

test.each([
  ["no receiver", undefined],
  ["a receiver that is no URL", { url: "door" }],
])("%s causes no request", async (_, receiver) => {
  const { parts, requests } = openHub();
  const expected: ActAnswer<never> = { ok: false, reason: "Nothing was sent." };
  expect(await act({ kind: "undo", movement: 7 }, { ...parts, receiver })).toEqual(expected);
  expect(requests).toEqual([]);
});

test("a receiver without a password is asked once", async () => {
  const { parts, requests } = openHub(challenge);
  const open = { ...parts, receiver: { url: receiver.url } };
  expect((await findGuests("", open)).ok).toBe(false);
  expect(requests).toHaveLength(1);
});

test("a search without an answer fails with a sentence of its own", async () => {
  const { parts } = openHub(broken);
  expect(await findGuests("Ada", parts)).toEqual({ ok: false, reason: "Search again." });
});

test("guests are found by any text, including reserved characters of URLs", async () => {
  const entries = [{ id: 3, label: "Ada Lovelace", fields: {}, blocked: false }];
  const { parts, requests } = openHub(() => new Response(JSON.stringify({ entries })));
  expect(await findGuests("a&b=c #é/", parts)).toEqual({ ok: true, value: entries });
  const { method, url } = requests[0]!;
  expect([method, new URL(url).searchParams.get("text")]).toEqual(["GET", "a&b=c #é/"]);
});

test("an answer without guests finds none", async () => {
  const { parts } = openHub(() => new Response("{}"));
  expect(await findGuests("Ada", parts)).toEqual({ ok: true, value: [] });
});
