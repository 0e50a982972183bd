import { createHmac, generateKeyPairSync, verify } from "node:crypto";
import { expect, test } from "vitest";
import { algorithms, signJwt } from "../authentication/jwt.ts";
import { parseFields } from "../fields.ts";
import { findKind } from "../kinds.ts";
import { createCodeScan, createRequest, nfcScan } from "./testing/messages.ts";

const url = "https://example.org/webhook/f1d2";
const readyMadeJson = {
  id: 7,
  identifier: nfcScan.identifier,
  date: nfcScan.date,
  content: nfcScan.content,
  inbox: "door",
  user: "anna",
  source: "nfc",
  tag: nfcScan.tag,
  tagName: "PLA black",
  receivedAt: nfcScan.receivedAt,
  repeats: 0,
};

// https://docs.n8n.io/integrations/builtin/credentials/webhook/: Basic auth, Header auth, JWT auth,
// None
test("n8n gets the scan as JSON with the authentication of the node", () => {
  const withoutAuth = createRequest("n8n", { settings: { url } });
  expect(withoutAuth).toMatchObject({ method: "POST", url });
  expect(withoutAuth.json).toEqual(readyMadeJson);
  expect(withoutAuth.headers).toEqual({
    "content-type": "application/json",
    "webhook-id": "msg_1",
  });

  const basicAuth = { url, auth: "basic", username: "Aladdin" };
  const password = "open sesame";
  // RFC 7617, 2
  expect(
    createRequest("n8n", { settings: basicAuth, secrets: { password } }).headers.authorization,
  ).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  const headerAuth = { url, auth: "api-key", apiKeyName: "X-Key" };
  expect(
    createRequest("n8n", { settings: headerAuth, secrets: { apiKey: "k" } }).headers["x-key"],
  ).toBe("k");

  const jwt = { settings: { url, auth: "jwt" }, secrets: { key: "passphrase" } };
  const [header, claims, signature] = createRequest("n8n", jwt)
    .headers.authorization!.slice(7)
    .split(".");
  expect(decodeSegment(header!)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(decodeSegment(claims!)).toEqual({
    iss: "scanhook",
    iat: 1_778_595_783,
    exp: 1_778_596_083,
    jti: "msg_1",
  });
  const expectedSignature = createHmac("sha256", "passphrase")
    .update(`${header}.${claims}`)
    .digest("base64url");
  expect(signature).toBe(expectedSignature);
});

test("n8n refuses a key that cannot sign, and needs none for a preview", () => {
  const kind = findKind("n8n")!;
  const input = { url, auth: "jwt", algorithm: "ES256", key: "no PEM" };
  expect(parseFields(kind, input)).toEqual({
    ok: false,
    field: "key",
    reason: "ES256 needs a private key in PEM without a passphrase.",
  });
  const { settings, secrets } = { settings: input, secrets: { key: "‹key›" } };
  const preview = createRequest("n8n", { settings, secrets, more: { preview: true } });
  expect(preview.headers.authorization).toBe("Bearer ‹JWT signed with ‹key››");
});

test("a JWT equals the well-known example, and public keys verify its signature", () => {
  // The example of jwt.io.
  const claims = { sub: "1234567890", name: "John Doe", iat: 1516239022 };
  expect(signJwt("HS256", "your-256-bit-secret", claims)).toEqual({
    ok: true,
    jwt: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
  });

  const rsaKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const createEcKeys = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });
  const ecKeysByAlgorithm: Record<string, ReturnType<typeof createEcKeys>> = {
    ES256: createEcKeys("P-256"),
    ES384: createEcKeys("P-384"),
    ES512: createEcKeys("P-521"),
  };
  for (const algorithm of algorithms.filter((name) => !name.startsWith("HS"))) {
    const { privateKey, publicKey } = ecKeysByAlgorithm[algorithm] ?? rsaKeys;
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const result = signJwt(algorithm, pem, { iss: "joe" });
    const [header, claims, signature] = result.ok ? result.jwt.split(".") : [];
    const options = algorithm.startsWith("PS")
      ? { padding: 6, saltLength: Number(algorithm.slice(2)) / 8 }
      : { dsaEncoding: "ieee-p1363" as const };
    const data = Buffer.from(`${header}.${claims}`);
    const hash = `sha${algorithm.slice(2)}`;
    const isVerified = verify(
      hash,
      data,
      { key: publicKey, ...options },
      decodeBase64Url(signature!),
    );
    expect([algorithm, isVerified]).toEqual([algorithm, true]);
  }
  const es384Pem = ecKeysByAlgorithm
    .ES384!.privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  expect(signJwt("ES256", es384Pem, {})).toEqual({
    ok: false,
    reason: "ES256 needs a private key of the curve prime256v1.",
  });
  expect(signJwt("RS256", es384Pem, {})).toEqual({
    ok: false,
    reason: "RS256 needs a private key of another type (rsa).",
  });
});

// https://nodered.org/docs/user-guide/runtime/securing-node-red#http-node-security
test("Node-RED gets the scan as JSON, with Basic credentials if httpNodeAuth is set", () => {
  expect(createRequest("node-red", { settings: { url } }).json).toEqual(readyMadeJson);
  const settings = { url, auth: "basic", username: "Aladdin" };
  const result = createRequest("node-red", { settings, secrets: { password: "open sesame" } });
  expect(result.headers.authorization).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
});

// https://help.zapier.com/hc/en-us/articles/8496288690317, https://help.make.com/webhooks
test("Zapier and Make get the scan as JSON or form at a secret address", () => {
  for (const kind of ["zapier", "make"]) {
    expect(findKind(kind)?.fields.find(({ name }) => name === "url")).toMatchObject({
      secret: true,
    });
    const result = createRequest(kind, { secrets: { url } });
    expect(result.url).toBe(url);
    expect(result.json).toEqual(readyMadeJson);
    const shape = { format: "form", template: "code: {{ content }}" } as const;
    const form = createRequest(kind, { secrets: { url }, shape, scan: createCodeScan("a&b=c") });
    expect(form.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(form.body).toBe("code=a%26b%3Dc");
  }
  const withKey = createRequest("make", { secrets: { url, apiKey: "k" } });
  expect(withKey.headers["x-make-apikey"]).toBe("k");
});

// https://help.ifttt.com/hc/en-us/articles/115010230347-Webhooks-service-FAQ
test("IFTTT gets three values, or the whole scan as a JSON payload", () => {
  const secrets = { key: "abc/def" };
  const values = createRequest("ifttt", { settings: { event: "scanned" }, secrets });
  expect(values.url).toBe("https://maker.ifttt.com/trigger/scanned/with/key/abc%2Fdef");
  expect(values.json).toEqual({
    value1: nfcScan.content,
    value2: nfcScan.identifier,
    value3: "PLA black",
  });
  const json = createRequest("ifttt", { settings: { event: "scanned", how: "json" }, secrets });
  expect(json.url).toBe("https://maker.ifttt.com/trigger/scanned/json/with/key/abc%2Fdef");
  expect(json.json).toEqual(readyMadeJson);
  const shape = { format: "json", template: '{ "value1": {{ inbox | json }} }' } as const;
  const templated = createRequest("ifttt", { settings: { event: "scanned" }, secrets, shape });
  expect(templated.json).toEqual({ value1: "door" });
});

function decodeBase64Url(text: string): Buffer {
  return Buffer.from(text, "base64url");
}

function decodeSegment(text: string): unknown {
  return JSON.parse(decodeBase64Url(text).toString());
}
