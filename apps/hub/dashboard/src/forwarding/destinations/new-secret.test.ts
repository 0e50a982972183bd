import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { generateSecret } from "./new-secret.ts";

test("generates secrets with which the package of Standard Webhooks verifies only their own signatures", () => {
  const [secret, otherSecret] = [generateSecret("whsec"), generateSecret("whsec")];
  const time = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", time, "{}"),
  };
  expect(new Webhook(secret).verify("{}", headers)).toEqual({});
  expect(() => new Webhook(otherSecret).verify("{}", headers)).toThrow();
});

test("encodes all bytes of a text secret in characters that need no escaping in forms, headers and shells", () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index * 4);
  const text = generateSecret("text", bytes);
  expect(text).toMatch(/^[\w-]{43}$/);
  expect(Uint8Array.from(Buffer.from(text, "base64url"))).toEqual(bytes);
});
