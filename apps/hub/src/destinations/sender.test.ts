import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createEgress } from "../egress/egress.ts";
import type { OutgoingScan } from "../shaping/outgoing-scan.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { Secrets } from "./kind.ts";
import { kinds } from "./kinds.ts";
import { createSender, type SendJob } from "./sender.ts";

const scan: OutgoingScan = {
  id: 7,
  inbox: "shelf",
  identifier: "04:A2:B3:C4:D5:E6:07",
  date: "2026-05-12T14:23:01Z",
  content: "https://example.org/s/7",
  source: "nfc",
  tag: "04:A2:B3:C4:D5:E6:07",
  receivedAt: "2026-05-12T14:23:02.000Z",
  repeats: 0,
  body: '{"identifier":"04:A2:B3:C4:D5:E6:07"}',
};

function createJob(destination: Partial<DestinationRecord>, secrets: Secrets = {}): SendJob {
  return {
    destination: {
      id: 1,
      name: "desk",
      kind: "http",
      settings: {},
      secrets: Object.keys(secrets),
      state: "on",
      concurrency: 4,
      ordered: false,
      allowPrivate: true,
      origin: "dashboard",
      createdAt: "2026-11-21T00:00:00.000Z",
      revision: 1,
      changedAt: "2026-11-21T00:00:00.000Z",
      ...destination,
    },
    secrets,
    shape: { format: "ready-made" },
    scan,
    messageId: "msg_1",
  };
}

function createTestSender() {
  const dataDir = mkdtempSync(join(tmpdir(), "scanhook-sender-"));
  const sender = createSender({ egress: createEgress(), dataDir });
  onTestFinished(async () => {
    await sender.close();
    rmSync(dataDir, { recursive: true });
  });
  return sender;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const sendOptions = () => ({ signal: AbortSignal.timeout(60_000) });

test("the preview shows what goes out, except for the secrets", async () => {
  const requests: { method?: string; url?: string; headers: object; body: string }[] = [];
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    requests.push({
      ...request,
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body,
    });
    response.end("ok");
  });
  const job = createJob(
    {
      settings: {
        url: `${url}/{{ identifier }}`,
        method: "PUT",
        headers: { "X-Inbox": "{{ inbox }}" },
        auth: "basic",
        username: "ada",
      },
    },
    { password: "correct horse" },
  );
  const sender = createTestSender();
  const preview = sender.preview(job);
  expect(requests).toEqual([]);
  expect(await sender.send(job, { ...sendOptions(), trace: "00-1-2-01" })).toEqual({
    kind: "delivered",
    status: 200,
    response: "ok",
    ms: expect.any(Number),
  });
  const [message] = preview.ok ? preview.messages : [];
  if (message?.via !== "http") throw new Error("no request was shown");
  const { authorization, ...headers } = message.headers;
  expect(authorization).toBe("Basic ‹base64 of ada:‹password››");
  expect(requests[0]).toMatchObject({ method: message.method, headers, body: message.body });
  expect(`${url}${requests[0]!.url}`).toBe(message.url);
  expect(requests[0]!.headers).toMatchObject({
    authorization: `Basic ${Buffer.from("ada:correct horse").toString("base64")}`,
    traceparent: "00-1-2-01",
  });
});

test("an access token that is refused is replaced once", async () => {
  let issued = 0;
  const requests: string[] = [];
  const url = await serve((request, response) => {
    if (request.url === "/token") {
      issued += 1;
      response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3600 }));
      return;
    }
    requests.push(request.headers.authorization ?? "");
    response.writeHead(request.headers.authorization === "Bearer token-2" ? 204 : 401).end();
  });
  const settings = { url, auth: "oauth2", tokenUrl: `${url}/token`, clientId: "hub" };
  const sender = createTestSender();
  const job = createJob({ settings }, { clientSecret: "s" });
  expect(await sender.send(job, sendOptions())).toMatchObject({ kind: "delivered", status: 204 });
  expect(await sender.send(job, sendOptions())).toMatchObject({ kind: "delivered" });
  sender.forget(1);
  expect(await sender.send(job, sendOptions())).toMatchObject({ kind: "failed", status: 401 });
  expect(requests).toEqual(
    ["token-1", "token-2", "token-2", "token-3", "token-4"].map((token) => `Bearer ${token}`),
  );
});

test("a secret in a response is not kept, however the destination encodes it", async () => {
  const secret = 'p&ss "w/rd';
  const url = await serve((request, response) =>
    response
      .writeHead(500)
      .end(
        [secret, encodeURIComponent(secret), JSON.stringify({ secret }), request.url].join("\n"),
      ),
  );
  const settings = { url, auth: "api-key", apiKeyIn: "query", apiKeyName: "key" };
  const result = await createTestSender().send(
    createJob({ settings }, { apiKey: secret }),
    sendOptions(),
  );
  expect(result).toMatchObject({
    response: '‹apiKey›\n‹apiKey›\n{"secret":"‹apiKey›"}\n/?key=‹apiKey›',
  });
});

test("a secret that is cut off at the end of a response or address is hidden as well", async () => {
  const secret = "correct-horse-battery-staple";
  const before = "x".repeat(2048 - 10);
  const url = await serve((request, response) =>
    request.url === "/moved"
      ? response.writeHead(302, { location: `/${"x".repeat(190)}${secret}` }).end()
      : response.end(`${before}${request.headers.authorization?.slice("Bearer ".length)}`),
  );
  const sender = createTestSender();
  const send = (path: string) =>
    sender.send(
      createJob({ settings: { url: `${url}${path}`, auth: "bearer" } }, { token: secret }),
      sendOptions(),
    );
  expect((await send("/")).response).toBe(`${before}‹authorization›`);
  const redirected = await send("/moved");
  expect(redirected.kind === "failed" && redirected.error).toMatch(
    /x‹token› *. The hub follows no redirects/,
  );
});

test.each<[object, Record<string, string>, string]>([
  [{ auth: "basic", username: "ada" }, { password: "correct horse" }, "Basic ‹authorization›"],
  [{ auth: "bearer" }, { token: "abc-123-def" }, "Bearer ‹authorization›"],
  [{ auth: "oauth2", clientId: "hub" }, { clientSecret: "s3cret" }, "Bearer ‹authorization›"],
])(
  "a response that repeats the request's headers reveals no credentials (%j)",
  async (auth, secrets, shown) => {
    const url = await serve((request, response) =>
      response.end(
        request.url === "/token"
          ? JSON.stringify({ access_token: "token-of-an-hour" })
          : JSON.stringify(request.headers),
      ),
    );
    const settings = { url, ...auth, ...("clientId" in auth && { tokenUrl: `${url}/token` }) };
    const result = await createTestSender().send(createJob({ settings }, secrets), sendOptions());
    expect(JSON.parse(result.response ?? "")).toMatchObject({ authorization: shown });
  },
);

test("the timeout is that of the destination, unless the caller sets one", async () => {
  const url = await serve(() => {});
  const sender = createTestSender();
  const job = createJob({ settings: { url, timeout: 1 } });
  expect(await sender.send(job, sendOptions())).toMatchObject({
    error: expect.stringMatching(/did not answer within 1 second\.$/),
  });
  expect(await sender.send(job, { ...sendOptions(), timeoutMs: 50 })).toMatchObject({
    error: expect.stringMatching(/did not answer within 0\.05 seconds\.$/),
  });
});

test("a fault of the destination can be retried, and a fault of the message cannot", async () => {
  const sender = createTestSender();
  const sendAndGetFault = async (job: SendJob) => {
    const sent = await sender.send(job, sendOptions());
    return sent.kind === "failed" ? [sent.fault, sent.error] : [];
  };
  const url = "http://127.0.0.1:1/";
  expect(await sendAndGetFault(createJob({ kind: "pigeon" }))).toEqual([
    "destination",
    "The destination desk is of the kind “pigeon”, which this version of the hub does not know.",
  ]);
  expect(await sendAndGetFault(createJob({ settings: { url, auth: "bearer" } }))).toEqual([
    "destination",
    "“Token” is not set. Enter it again.",
  ]);
  const jobWithBadTemplate = {
    ...createJob({ settings: { url } }),
    shape: { format: "json", template: "{" } as const,
  };
  expect(await sendAndGetFault(jobWithBadTemplate)).toEqual([
    "scan",
    expect.stringMatching(/^The result of the template is not JSON/),
  ]);
});

test("every kind previews any scan without secrets and without sending anything", () => {
  const sender = createTestSender();
  const cases = fc.constantFrom(...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      settings: fc.record(
        Object.fromEntries(
          kind.fields
            .filter(({ secret }) => !secret)
            .map((field) => [
              field.name,
              field.type === "choice"
                ? fc.constantFrom(...(field.choices ?? []).map(({ value }) => value))
                : fc.constantFrom(
                    field.type === "url" ? "https://example.org/a" : (field.default ?? "x"),
                  ),
            ]),
        ),
      ),
      content: fc.string({ unit: "binary" }),
    }),
  );
  const property = fc.property(cases, ({ kind, settings, content }) => {
    const secret = "hush-hush-hush";
    const secrets = Object.fromEntries(
      kind.fields.filter((field) => field.secret).map(({ name }) => [name, secret]),
    );
    const job = createJob({ kind: kind.name, settings }, secrets);
    const preview = sender.preview({ ...job, scan: { ...scan, content } });
    expect(JSON.stringify(preview)).not.toContain("report it as a bug");
    if (!preview.ok) return expect(preview.reason).toMatch(/\.$/);
    expect(preview.messages.length).toBeGreaterThan(0);
    const previewText = JSON.stringify(preview);
    expect(previewText).not.toContain(secret);
    expect(previewText).not.toMatch(/secret-\w+\.invalid|%E2%80%B9/i);
  });
  fc.assert(property);
});
