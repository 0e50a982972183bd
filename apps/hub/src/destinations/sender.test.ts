import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createEgress } from "../egress/egress.ts";
import type { DestinationRecord } from "../store/forwarding.ts";
import type { OutgoingScan, Secrets } from "./kind.ts";
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

function jobOf(destination: Partial<DestinationRecord>, secrets: Secrets = {}): SendJob {
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
      ...destination,
    },
    secrets,
    shape: { format: "ready-made" },
    scan,
    messageId: "msg_1",
  };
}

function senderOf() {
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

const options = () => ({ signal: AbortSignal.timeout(60_000) });

test("what the preview shows is what goes out, but for the secrets", async () => {
  const seen: { method?: string; url?: string; headers: object; body: string }[] = [];
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    seen.push({
      ...request,
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body,
    });
    response.end("ok");
  });
  const job = jobOf(
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
  const sender = senderOf();
  const preview = sender.preview(job);
  expect(seen).toEqual([]);
  expect(await sender.send(job, { ...options(), trace: "00-1-2-01" })).toEqual({
    kind: "delivered",
    status: 200,
    answer: "ok",
    ms: expect.any(Number),
  });
  const [message] = preview.ok ? preview.messages : [];
  if (message?.via !== "http") throw new Error("no request was shown");
  const { authorization, ...headers } = message.headers;
  expect(authorization).toBe("Basic ‹base64 of ada:‹password››");
  expect(seen[0]).toMatchObject({ method: message.method, headers, body: message.body });
  expect(`${url}${seen[0]!.url}`).toBe(message.url);
  expect(seen[0]!.headers).toMatchObject({
    authorization: `Basic ${Buffer.from("ada:correct horse").toString("base64")}`,
    traceparent: "00-1-2-01",
  });
});

test("a token that is not taken any more is asked for anew, once", async () => {
  let issued = 0;
  const seen: string[] = [];
  const url = await serve((request, response) => {
    if (request.url === "/token") {
      issued += 1;
      response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3600 }));
      return;
    }
    seen.push(request.headers.authorization ?? "");
    response.writeHead(request.headers.authorization === "Bearer token-2" ? 204 : 401).end();
  });
  const settings = { url, auth: "oauth2", tokenUrl: `${url}/token`, clientId: "hub" };
  const sender = senderOf();
  const job = jobOf({ settings }, { clientSecret: "s" });
  expect(await sender.send(job, options())).toMatchObject({ kind: "delivered", status: 204 });
  expect(await sender.send(job, options())).toMatchObject({ kind: "delivered" });
  sender.forget(1);
  expect(await sender.send(job, options())).toMatchObject({ kind: "failed", status: 401 });
  expect(seen).toEqual(
    ["token-1", "token-2", "token-2", "token-3", "token-4"].map((token) => `Bearer ${token}`),
  );
});

test("a secret that the destination repeats is not kept, however it was written", async () => {
  const secret = 'p&ss "w/rd';
  const url = await serve((request, response) =>
    response
      .writeHead(500)
      .end(
        [secret, encodeURIComponent(secret), JSON.stringify({ secret }), request.url].join("\n"),
      ),
  );
  const settings = { url, auth: "api-key", apiKeyIn: "query", apiKeyName: "key" };
  const sent = await senderOf().send(jobOf({ settings }, { apiKey: secret }), options());
  expect(sent).toMatchObject({
    answer: '‹apiKey›\n‹apiKey›\n{"secret":"‹apiKey›"}\n/?key=‹apiKey›',
  });
});

test("a secret in which the kept part of an answer or of an address ends does not keep its beginning", async () => {
  const secret = "correct-horse-battery-staple";
  const before = "x".repeat(2048 - 10);
  const url = await serve((request, response) =>
    request.url === "/moved"
      ? response.writeHead(302, { location: `/${"x".repeat(190)}${secret}` }).end()
      : response.end(`${before}${request.headers.authorization?.slice("Bearer ".length)}`),
  );
  const sender = senderOf();
  const send = (path: string) =>
    sender.send(
      jobOf({ settings: { url: `${url}${path}`, auth: "bearer" } }, { token: secret }),
      options(),
    );
  expect((await send("/")).answer).toBe(`${before}‹authorization›`);
  const moved = await send("/moved");
  expect(moved.kind === "failed" && moved.error).toMatch(/x‹token› *; the hub follows none/);
});

test.each<[object, Record<string, string>, string]>([
  [{ auth: "basic", username: "ada" }, { password: "correct horse" }, "Basic ‹authorization›"],
  [{ auth: "bearer" }, { token: "abc-123-def" }, "Bearer ‹authorization›"],
  [{ auth: "oauth2", clientId: "hub" }, { clientSecret: "s3cret" }, "Bearer ‹authorization›"],
])(
  "a destination that answers with the headers it got gives away no log-in (%j)",
  async (auth, secrets, shown) => {
    const url = await serve((request, response) =>
      response.end(
        request.url === "/token"
          ? JSON.stringify({ access_token: "token-of-an-hour" })
          : JSON.stringify(request.headers),
      ),
    );
    const settings = { url, ...auth, ...("clientId" in auth && { tokenUrl: `${url}/token` }) };
    const sent = await senderOf().send(jobOf({ settings }, secrets), options());
    expect(JSON.parse(sent.answer ?? "")).toMatchObject({ authorization: shown });
  },
);

test("the time a destination may take is its own, or what the caller says", async () => {
  const url = await serve(() => {});
  const sender = senderOf();
  const job = jobOf({ settings: { url, timeout: 1 } });
  expect(await sender.send(job, options())).toMatchObject({
    error: expect.stringMatching(/did not answer within 1 second\.$/),
  });
  expect(await sender.send(job, { ...options(), timeoutMs: 50 })).toMatchObject({
    error: expect.stringMatching(/did not answer within 0\.05 seconds\.$/),
  });
});

test("what is wrong with the destination waits for it to be mended, what is wrong with the message does not", async () => {
  const sender = senderOf();
  const fault = async (job: SendJob) => {
    const sent = await sender.send(job, options());
    return sent.kind === "failed" ? [sent.fault, sent.error] : [];
  };
  const url = "http://127.0.0.1:1/";
  expect(await fault(jobOf({ kind: "pigeon" }))).toEqual([
    "destination",
    "The destination desk is of the kind “pigeon”, which this version of the hub does not know.",
  ]);
  expect(await fault(jobOf({ settings: { url, auth: "bearer" } }))).toEqual([
    "destination",
    "“Token” is not set; enter it again.",
  ]);
  const template = {
    ...jobOf({ settings: { url } }),
    shape: { format: "json", template: "{" } as const,
  };
  expect(await fault(template)).toEqual([
    "scan",
    expect.stringMatching(/^What the template makes is no JSON/),
  ]);
});

test("each kind shows what would go out for any scan, never with a secret in it, and nothing is sent", () => {
  const sender = senderOf();
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
    const job = jobOf({ kind: kind.name, settings }, secrets);
    const preview = sender.preview({ ...job, scan: { ...scan, content } });
    expect(JSON.stringify(preview)).not.toContain("report it as a bug");
    if (!preview.ok) return expect(preview.reason).toMatch(/\.$/);
    expect(preview.messages.length).toBeGreaterThan(0);
    const shown = JSON.stringify(preview);
    expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/secret-\w+\.invalid|%E2%80%B9/i);
  });
  fc.assert(property);
});
