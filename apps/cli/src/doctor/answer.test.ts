import { expect, test } from "vitest";
import { corsHeaders, formatFaults, runDoctor } from "../testing/doctor.ts";
import { respondWith, startReceiver, startServer } from "../testing/receivers.ts";

const credentials = { user: "phone", password: "right" };
const login = ["--user", "phone", "--password", "right"];

test("a challenge is a warning without credentials and a problem with wrong credentials", async () => {
  await using receiver = await startReceiver({ credentials });
  const withoutCredentials = await runDoctor(receiver.url);
  expect(withoutCredentials).toMatchObject({ verdict: "warning", accepted: false, code: 1 });
  expect(formatFaults(withoutCredentials, "log-in")).toMatch(
    /^warning: No user name and password were given/,
  );
  const withWrongPassword = await runDoctor(receiver.url, "--user", "phone", "--password", "wrong");
  expect(withWrongPassword).toMatchObject({ verdict: "problem", accepted: false, code: 1 });
  expect(formatFaults(withWrongPassword, "log-in")).toMatch(
    /^problem: The receiver does not accept .*user phone/,
  );
});

type Response = Parameters<typeof respondWith>;

const responsesWithoutChallenge: [string, Response, RegExp, number][] = [
  [
    "401 without a challenge",
    [401, corsHeaders],
    /^problem: .*never challenges.*Scanhook hub in front/,
    1,
  ],
  [
    "401 with another scheme",
    [401, { ...corsHeaders, "www-authenticate": "Bearer" }],
    /^problem: .*“bearer”/,
    1,
  ],
  ["403", [403, corsHeaders], /^problem: .*refuses \(403\).*never challenges.*hub in front/, 1],
  ["400", [400, corsHeaders], /^problem: .*refuses \(400\)/, 1],
  ["204 without a log-in", [204, corsHeaders], /^warning: The receiver never asks for/, 0],
];

test.each(responsesWithoutChallenge)(
  "doctor reports that a receiver that responds with %s never asks for the password",
  async (_, response, fault, expectedCode) => {
    await using receiver = await startServer(respondWith(...response));
    const report = await runDoctor(receiver.url, ...login);
    expect(formatFaults(report, "log-in")).toMatch(fault);
    expect(report.code).toBe(expectedCode);
  },
);

const htmlHeaders = { ...corsHeaders, "content-type": "text/html" };
const jsonHeaders = { ...corsHeaders, "content-type": "application/json" };
const formatHubError = (code: string) =>
  JSON.stringify({ error: { code, message: "A sentence." } });

const explainedResponses: [string, Response, string | RegExp][] = [
  [
    "a redirect",
    [301, { ...corsHeaders, location: "/in/scans/" }],
    /redirects \(301\).*final receiver URL: http:\/\/localhost:\d+\/in\/scans\//,
  ],
  [
    "415 Unsupported Media Type",
    [415, corsHeaders],
    /with 415\. → Let the receiver accept Content-Type: application\/json/,
  ],
  [
    "500 with a text",
    [500, { ...corsHeaders, "content-type": "text/plain" }, "out of\nmemory"],
    /with 500\. The receiver says: out of memory → .*its log/,
  ],
  ["a web page", [200, htmlHeaders, "<h1>Log in</h1>"], /^warning: The response is a web page/],
  ["ok: false", [200, jsonHeaders, '{"ok":false,"message":"twice"}'], /^warning: .*"ok": false/],
  [
    "a hub without that inbox",
    [404, jsonHeaders, formatHubError("no-such-inbox")],
    /A sentence\. → .*scanhook inbox add scans --data/,
  ],
  [
    "a hub with a full disk",
    [503, jsonHeaders, formatHubError("store-unavailable")],
    /disk is full/,
  ],
];

test.each(explainedResponses)("doctor explains the response %s", async (_, response, fault) => {
  await using receiver = await startServer(respondWith(...response));
  expect(formatFaults(await runDoctor(receiver.url), "answer")).toMatch(fault);
});

test("doctor reports a receiver that never responds as a problem after the timeout", async () => {
  await using receiver = await startServer(() => undefined);
  const report = await runDoctor(receiver.url, "--timeout", "0.5");
  expect(formatFaults(report, "answer")).toMatch(
    /^problem: The receiver does not respond within 0.5 seconds/,
  );
});

test("doctor counts a scan as accepted when the headers of an endless response have arrived", async () => {
  await using receiver = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, { ...corsHeaders, "content-type": "text/plain" });
    const timer = setInterval(() => response.write("more ".repeat(10_000)), 5);
    response.on("close", () => clearInterval(timer));
  });
  expect(await runDoctor(receiver.url, "--timeout", "300")).toMatchObject({
    accepted: true,
    code: 0,
  });
});

test("doctor shows the reply in a chunked response without Content-Length", async () => {
  await using receiver = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, { ...jsonHeaders, "transfer-encoding": "chunked" });
    response.write('{"message":');
    response.end('"thanks"}');
  });
  const report = await runDoctor(receiver.url);
  expect(report.checks.find(({ group }) => group === "answer")?.text).toMatch(
    /The receiver says: thanks$/,
  );
});
