import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { freshSecret } from "./new-secret.ts";

test("a fresh secret of Standard Webhooks signs for their own package, and another does not", () => {
  const [ours, other] = [freshSecret("whsec"), freshSecret("whsec")];
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(ours).sign("msg_1", at, "{}"),
  };
  expect(new Webhook(ours).verify("{}", headers)).toEqual({});
  expect(() => new Webhook(other).verify("{}", headers)).toThrow();
});

test("a fresh text holds all of its bytes and nothing that a form, a header or a shell would change", () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index * 4);
  const text = freshSecret("text", bytes);
  expect(text).toMatch(/^[\w-]{43}$/);
  expect(Uint8Array.from(Buffer.from(text, "base64url"))).toEqual(bytes);
});
