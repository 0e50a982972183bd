import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { formatBasic, formatBasicChallenge } from "./basic-authentication.ts";
import { nodeFetch } from "./node-fetch.ts";
import { sendAnswers } from "./send-answers.ts";
import { verdictType } from "./verdict.ts";

const answers = { gauge: "pass", pressure: 12.5 };
const verdict = { result: "yes", code: "passed", word: "PASSED", text: "It is fine.", facts: [] };

/** Opens a receiver, and notes the requests that it got. */
async function openReceiver(respond: (response: ServerResponse, request: IncomingMessage) => void) {
  const requests: { url: string; type?: string; accept?: string; login?: string; body: string }[] =
    [];
  const server = createServer(async (request, response) => {
    const { "content-type": type, accept, authorization: login } = request.headers;
    const body = await text(request);
    requests.push(JSON.parse(JSON.stringify({ url: request.url, type, accept, login, body })));
    respond(response, request);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/hall/` };
}

const respondWith = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": verdictType }).end(JSON.stringify(body));

test.each([
  ["the fetch of Node", undefined],
  ["nodeFetch", nodeFetch],
])("answers are posted with a login only after the challenge, by %s", async (_, fetch) => {
  const { requests, url } = await openReceiver((response, { headers }) => {
    if (headers.authorization) return respondWith(200, { verdict })(response);
    const challenge = { "www-authenticate": formatBasicChallenge("Scanhook hall") };
    return response.writeHead(401, challenge).end();
  });
  const receiver = { url: `${url}?quantity=3`, user: "ada", password: "secret" };
  const sent = await sendAnswers(9321, answers, receiver, { fetch });
  expect(sent).toEqual({ kind: "verdict", verdict });
  const request = {
    url: "/in/hall/answers/9321",
    type: "application/json",
    accept: verdictType,
    body: JSON.stringify({ answers }),
  };
  expect(requests).toEqual([request, { ...request, login: formatBasic("ada", "secret") }]);
});

const refusal = (code: string, message: string, field?: string) => ({
  error: { code, message, field },
});
test.each([
  [
    "a wrong answer, with its question",
    ...[400, refusal("not-an-answer", "It is no number.", "pressure")],
    { status: 400, code: "not-an-answer", sentence: "It is no number.", field: "pressure" },
  ],
  [
    "answers of somebody else",
    ...[409, refusal("answered-already", "Bob was first.")],
    { status: 409, code: "answered-already", sentence: "Bob was first." },
  ],
  [
    "answers that are too late, in a verdict",
    ...[200, { verdict: { ...verdict, result: "no", code: "ask-over", text: "Scan it again." } }],
    { status: 200, code: "ask-over", sentence: "Scan it again." },
  ],
  [
    "answers that a verdict refuses with an error",
    ...[409, { verdict: { ...verdict, code: "answered-already", text: "Bob was first." } }],
    { status: 409, code: "answered-already", sentence: "Bob was first." },
  ],
  ["anything without a reason", ...[502, "oops"], { status: 502 }],
  [
    "anything with a strange reason",
    ...[500, { error: { message: 7, field: [] } }],
    { status: 500 },
  ],
] as [string, number, unknown, object][])(
  "a receiver refuses %s",
  async (_, status, body, expected) => {
    const { url } = await openReceiver(respondWith(status, body));
    expect(await sendAnswers(1, answers, { url })).toEqual({ kind: "refused", ...expected });
  },
);

test.each([
  ["no verdict", respondWith(200, { ok: true })],
  ["no JSON", (response: ServerResponse) => response.end("<html>")],
  ["nothing", (response: ServerResponse) => response.destroy()],
])("with %s in the response nobody knows what became of the answers", async (_, respond) => {
  const { url } = await openReceiver(respond);
  expect(await sendAnswers(1, answers, { url })).toEqual({ kind: "no-answer" });
});

test("a receiver that never responds is given up", async () => {
  const { url } = await openReceiver(() => {});
  expect(await sendAnswers(1, answers, { url }, { timeoutMs: 50 })).toEqual({ kind: "no-answer" });
});

test.each([undefined, { url: "hall" }])("%j is sent nothing", async (receiver) => {
  expect(await sendAnswers(1, answers, receiver)).toEqual({ kind: "no-receiver" });
});
