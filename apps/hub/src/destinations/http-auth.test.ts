import { parseBasic } from "@scanhook/webhook";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { authenticate, authFields, checkAuth, type HttpMessage } from "./http-auth.ts";
import type { Making } from "./kind.ts";

const message: HttpMessage = {
  via: "http",
  method: "POST",
  url: "https://example.org/in?a=1#part",
  headers: { "content-type": "application/json" },
  body: '{"content":"grüße 🎫"}',
};

function authenticated(settings: Making["settings"], more: Partial<Making> = {}): HttpMessage {
  const defaults = Object.fromEntries(
    authFields.flatMap((field) =>
      field.default !== undefined && field.when?.is.includes(String(settings.auth))
        ? [[field.name, field.default]]
        : [],
    ),
  );
  const made = authenticate(message, {
    settings: { ...defaults, ...settings },
    secrets: {},
    shape: { format: "scan" },
    scan: {} as Making["scan"],
    messageId: "msg_1",
    now: new Date(),
    ...more,
  });
  if (!made.ok) throw new Error(made.reason);
  return made.messages[0] as HttpMessage;
}

test("nothing is added when nothing is asked for", () => {
  expect(authenticated({ auth: "none" })).toEqual(message);
});

test("Basic credentials are those of RFC 7617, non-ASCII ones in UTF-8", () => {
  // RFC 7617 2 and 2.1.
  const given = (username: string, password: string) =>
    authenticated({ auth: "basic", username }, { secrets: { password } }).headers.authorization;
  expect(given("Aladdin", "open sesame")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(given("test", "123£")).toBe("Basic dGVzdDoxMjPCow==");
  expect(parseBasic(given("ü", "p:w"))).toEqual({ user: "ü", password: "p:w" });
});

test("a token, and a key in a header or in the query", () => {
  expect(authenticated({ auth: "bearer" }, { secrets: { token: "t-1" } }).headers).toMatchObject({
    authorization: "Bearer t-1",
  });
  const secrets = { apiKey: "k&1" };
  expect(
    authenticated({ auth: "api-key", apiKeyName: "X-Key" }, { secrets }).headers,
  ).toMatchObject({
    "x-key": "k&1",
  });
  const inQuery = { auth: "api-key", apiKeyIn: "query", apiKeyName: "api key" };
  expect(authenticated(inQuery, { secrets }).url).toBe(
    "https://example.org/in?a=1&api%20key=k%261#part",
  );
});

test("a signature of Standard Webhooks is the one of its specification's example", () => {
  // The example of the specification's reference libraries: standard-webhooks, libraries/*/tests.
  const signed = authenticate(
    { ...message, body: '{"test": 2432232314}' },
    {
      settings: { auth: "hmac-standard" },
      secrets: { signingSecrets: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
      shape: { format: "scan" },
      scan: {} as Making["scan"],
      messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      now: new Date(1614265330_000),
    },
  );
  expect(signed).toMatchObject({
    messages: [
      {
        headers: {
          "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
          "webhook-timestamp": "1614265330",
          "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        },
      },
    ],
  });
});

test("while secrets change, a receiver with any of them takes the message, and no other does", () => {
  const [old, young, other] = ["a", "b", "c"].map(
    (char) => `whsec_${Buffer.from(char.repeat(24)).toString("base64")}`,
  ) as [string, string, string];
  const { headers, body } = authenticated(
    { auth: "hmac-standard" },
    { secrets: { signingSecrets: `${old}\n${young}` } },
  );
  for (const secret of [old, young]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(other).verify(body, headers)).toThrow(/No matching signature/);
  expect(() => new Webhook(old).verify(`${body} `, headers)).toThrow(/No matching signature/);
});

test("the standardwebhooks package takes what is signed, whatever key, id and body", () => {
  const property = fc.property(
    fc.uint8Array({ minLength: 24, maxLength: 64 }),
    fc.stringMatching(/^[\w-]{1,40}$/),
    fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
    (key, messageId, body) => {
      const secret = `whsec_${Buffer.from(key).toString("base64")}`;
      expect(checkAuth({ settings: {}, secrets: { signingSecrets: secret } })).toBeUndefined();
      const made = authenticate(
        { ...message, body },
        {
          settings: { auth: "hmac-standard" },
          secrets: { signingSecrets: secret },
          shape: { format: "scan" },
          scan: {} as Making["scan"],
          messageId,
          now: new Date(),
        },
      );
      const headers = made.ok && (made.messages[0] as HttpMessage).headers;
      new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    },
  );
  fc.assert(property);
});

test("the other kind of signature is the one of GitHub's documentation", () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  const made = authenticate(
    { ...message, body: "Hello, World!" },
    {
      settings: { auth: "hmac-header", signatureHeader: "X-Hub-Signature-256" },
      secrets: { signatureSecret: "It's a Secret to Everybody" },
      shape: { format: "scan" },
      scan: {} as Making["scan"],
      messageId: "m",
      now: new Date(),
    },
  );
  expect(made).toMatchObject({
    messages: [
      {
        headers: {
          "x-hub-signature-256":
            "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
        },
      },
    ],
  });
});

test("names that are none, and secrets that are no base64, are told by their field", () => {
  const check = (settings: Making["settings"], secrets: Making["secrets"] = {}) =>
    checkAuth({ settings, secrets })?.field;
  expect(check({ username: "a:b" })).toBe("username");
  expect(check({ apiKeyName: "X Key", apiKeyIn: "header" })).toBe("apiKeyName");
  expect(check({ apiKeyName: "Content-Length", apiKeyIn: "header" })).toBe("apiKeyName");
  expect(check({ apiKeyName: "api key", apiKeyIn: "query" })).toBeUndefined();
  expect(check({ signatureHeader: "X-Sig:" })).toBe("signatureHeader");
  expect(check({}, { signingSecrets: "whsec_not base64" })).toBe("signingSecrets");
  expect(check({}, { signingSecrets: "whsec_c2hvcnQ=" })).toBe("signingSecrets");
});

test("a header that cannot be set says why", () => {
  const refused = (name: string) => checkAuth({ settings: { signatureHeader: name }, secrets: {} });
  expect(refused("X Sig")?.reason).toBe(
    "“X Sig” cannot be the name of a header; it is made of letters, digits and dashes, without blanks.",
  );
  expect(refused("Host")?.reason).toBe(
    "The header “Host” belongs to the connection, and the hub sets it itself; leave it out.",
  );
  expect(refused("X-Sig")).toBeUndefined();
});

test("in a preview every secret and what is computed from it has its name", () => {
  const shown = (settings: Making["settings"], secrets: Making["secrets"]) => {
    const { headers, url } = authenticated(settings, { secrets, preview: true });
    return { ...headers, url };
  };
  expect(shown({ auth: "basic", username: "ada" }, { password: "‹password›" })).toMatchObject({
    authorization: "Basic ‹base64 of ada:‹password››",
  });
  expect(shown({ auth: "hmac-standard" }, { signingSecrets: "‹signingSecrets›" })).toMatchObject({
    "webhook-signature": "v1,‹signature with ‹signingSecrets››",
  });
  expect(shown({ auth: "hmac-header" }, { signatureSecret: "‹signatureSecret›" })).toMatchObject({
    "x-scanhook-signature": "sha256=‹signature with ‹signatureSecret››",
  });
  const oauth2 = { auth: "oauth2", tokenUrl: "https://login.example/token", clientId: "c" };
  expect(shown(oauth2, { clientSecret: "‹clientSecret›" })).toMatchObject({
    authorization: "Bearer ‹token from https://login.example/token›",
  });
});
