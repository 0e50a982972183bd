import { expect, test } from "vitest";
import type { OAuth2Grant } from "./kind.ts";
import { createTokens } from "./oauth2-tokens.ts";
import type { ExchangeResult } from "./wires/http-outcome.ts";

const grant: OAuth2Grant = {
  tokenUrl: "https://login.example/token",
  clientId: "hub",
  clientSecret: "s+c:r t",
  scope: "a b",
  audience: "https://api.example",
  credentialsIn: "header",
};
const context = { destinationId: 1, maxResponseBytes: 2048 };

/** A token server that sends these responses one after the other, and the last one from then on. */
function createTestTokens(...responses: (object | string)[]) {
  const requests: { headers: Record<string, string>; body: string; url: string }[] = [];
  const clock = { now: 1_000_000 };
  const tokens = createTokens(
    async (message): Promise<ExchangeResult> => {
      const response = responses[Math.min(requests.push(message) - 1, responses.length - 1)]!;
      if (typeof response === "string") return { ok: false, error: response };
      return { ok: true, status: 200, headers: {}, body: JSON.stringify(response), ...response };
    },
    () => new Date(clock.now),
  );
  return { tokens, requests, clock };
}

const tokenResponse = (token: string) => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: 3600,
});

test("client ID and secret go form-encoded into Basic credentials or into the body (RFC 6749, section 2.3.1)", async () => {
  const { tokens, requests } = createTestTokens(tokenResponse("t"));
  await tokens.get(grant, context);
  expect(requests[0]).toMatchObject({
    method: "POST",
    url: grant.tokenUrl,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("hub:s%2Bc%3Ar+t").toString("base64")}`,
    },
    body: "grant_type=client_credentials&scope=a+b&audience=https%3A%2F%2Fapi.example",
  });
  await tokens.get({ ...grant, credentialsIn: "body" }, context);
  expect(requests[1]!.headers).not.toHaveProperty("authorization");
  expect(Object.fromEntries(new URLSearchParams(requests[1]!.body))).toMatchObject({
    client_id: "hub",
    client_secret: "s+c:r t",
  });
});

test("each destination keeps its token until a minute before it expires", async () => {
  const { tokens, requests, clock } = createTestTokens(
    tokenResponse("one"),
    tokenResponse("two"),
    tokenResponse("three"),
  );
  const get = (destinationId = 1) => tokens.get(grant, { ...context, destinationId });
  expect(await get()).toMatchObject({ token: "one" });
  clock.now += 3_539_000;
  expect(await get()).toMatchObject({ token: "one" });
  clock.now += 1000;
  expect(await get()).toMatchObject({ token: "two" });
  expect(await get(2)).toMatchObject({ token: "three" });
  expect(requests).toHaveLength(3);
});

test("concurrent calls for a token share one request", async () => {
  const { tokens, requests } = createTestTokens(tokenResponse("one"));
  const results = await Promise.all([1, 2, 3].map(() => tokens.get(grant, context)));
  expect(results.map((result) => result.ok && result.token)).toEqual(["one", "one", "one"]);
  expect(requests).toHaveLength(1);
});

test("dropping a refused token does not drop a newer one", async () => {
  const { tokens, requests } = createTestTokens(
    tokenResponse("one"),
    tokenResponse("two"),
    tokenResponse("three"),
  );
  await tokens.get(grant, context);
  tokens.drop(1, "one");
  await tokens.get(grant, context);
  tokens.drop(1, "one");
  expect(await tokens.get(grant, context)).toMatchObject({ token: "two" });
  expect(requests).toHaveLength(2);
});

test("changed settings of a destination lead to a new token", async () => {
  const { tokens } = createTestTokens(tokenResponse("one"), tokenResponse("two"));
  await tokens.get(grant, context);
  expect(await tokens.get({ ...grant, scope: "c" }, context)).toMatchObject({ token: "two" });
});

test.each([
  [
    "login.example:443 refused the connection.",
    "No access token: login.example:443 refused the connection.",
  ],
  [
    { status: 401, error: "invalid_client" },
    "No access token: login.example responded with 401 (invalid_client). Check client ID, client secret and scope.",
  ],
  [
    { hello: "world" },
    "No access token: login.example responded with 200 but without a token. Check “Token URL”.",
  ],
  [
    { access_token: "a b" },
    "No access token: login.example responded with 200. Check client ID, client secret and scope.",
  ],
])(
  "the response %j is reported with a sentence, and the next call tries again",
  async (badResponse, error) => {
    const { tokens } = createTestTokens(badResponse, tokenResponse("later"));
    expect(await tokens.get(grant, context)).toEqual({ ok: false, error });
    expect(await tokens.get(grant, context)).toMatchObject({ token: "later" });
  },
);
