import { expect, test } from "vitest";
import type { OAuth2Grant } from "./kind.ts";
import { createTokens } from "./oauth2-tokens.ts";
import type { Exchanged } from "./wires/http-outcome.ts";

const grant: OAuth2Grant = {
  tokenUrl: "https://login.example/token",
  clientId: "hub",
  clientSecret: "s+c:r t",
  scope: "a b",
  audience: "https://api.example",
  credentialsIn: "header",
};
const context = { destination: 1, answerBytes: 2048 };

/** A server of tokens: each answer once, the last one again and again. */
function tokensFrom(...answers: (object | string)[]) {
  const asked: { headers: Record<string, string>; body: string; url: string }[] = [];
  const clock = { now: 1_000_000 };
  const tokens = createTokens(
    async (message): Promise<Exchanged> => {
      const answer = answers[Math.min(asked.push(message) - 1, answers.length - 1)]!;
      if (typeof answer === "string") return { ok: false, error: answer };
      return { ok: true, status: 200, headers: {}, body: JSON.stringify(answer), ...answer };
    },
    () => new Date(clock.now),
  );
  return { tokens, asked, clock };
}

const answer = (token: string, more: object = {}) => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: 3600,
  ...more,
});

test("ID and secret go form-encoded into Basic credentials, or into the body (RFC 6749 2.3.1)", async () => {
  const { tokens, asked } = tokensFrom(answer("t"));
  await tokens.get(grant, context);
  expect(asked[0]).toMatchObject({
    method: "POST",
    url: grant.tokenUrl,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("hub:s%2Bc%3Ar+t").toString("base64")}`,
    },
    body: "grant_type=client_credentials&scope=a+b&audience=https%3A%2F%2Fapi.example",
  });
  await tokens.get({ ...grant, credentialsIn: "body" }, context);
  expect(asked[1]!.headers).not.toHaveProperty("authorization");
  expect(Object.fromEntries(new URLSearchParams(asked[1]!.body))).toMatchObject({
    client_id: "hub",
    client_secret: "s+c:r t",
  });
});

test("a token is kept until a minute before its end, for each destination its own", async () => {
  const { tokens, asked, clock } = tokensFrom(answer("one"), answer("two"), answer("three"));
  const get = (destination = 1) => tokens.get(grant, { ...context, destination });
  expect(await get()).toMatchObject({ token: "one" });
  clock.now += 3_539_000;
  expect(await get()).toMatchObject({ token: "one" });
  clock.now += 1000;
  expect(await get()).toMatchObject({ token: "two" });
  expect(await get(2)).toMatchObject({ token: "three" });
  expect(asked).toHaveLength(3);
});

test("those who need a token at the same time wait for one request", async () => {
  const { tokens, asked } = tokensFrom(answer("one"));
  const got = await Promise.all([1, 2, 3].map(() => tokens.get(grant, context)));
  expect(got.map((one) => one.ok && one.token)).toEqual(["one", "one", "one"]);
  expect(asked).toHaveLength(1);
});

test("a token that was refused is dropped once, not the newer one that another got meanwhile", async () => {
  const { tokens, asked } = tokensFrom(answer("one"), answer("two"), answer("three"));
  await tokens.get(grant, context);
  tokens.drop(1, "one");
  await tokens.get(grant, context);
  tokens.drop(1, "one");
  expect(await tokens.get(grant, context)).toMatchObject({ token: "two" });
  expect(asked).toHaveLength(2);
});

test("what the destination is set to anew asks for a new token", async () => {
  const { tokens } = tokensFrom(answer("one"), answer("two"));
  await tokens.get(grant, context);
  expect(await tokens.get({ ...grant, scope: "c" }, context)).toMatchObject({ token: "two" });
});

test.each([
  [
    "login.example:443 refused the connection.",
    "No token could be got: login.example:443 refused the connection.",
  ],
  [
    { status: 401, error: "invalid_client" },
    "No token could be got: login.example answered 401 (invalid_client); check client ID, client secret and scope.",
  ],
  [
    { hello: "world" },
    "No token could be got: login.example answered 200 without a token; is “Address that gives tokens” right?",
  ],
  [
    { access_token: "a b" },
    "No token could be got: login.example answered 200; check client ID, client secret and scope.",
  ],
])("%j is no token: said in a sentence, and asked again the next time", async (bad, error) => {
  const { tokens } = tokensFrom(bad, answer("later"));
  expect(await tokens.get(grant, context)).toEqual({ ok: false, error });
  expect(await tokens.get(grant, context)).toMatchObject({ token: "later" });
});
