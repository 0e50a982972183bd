import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { isSigningSecret, signInHeader, signStandardWebhook } from "./hmac-signature.ts";
import { createMessageInput, message } from "./testing/message-input.ts";

const auth = "hmac-standard";

describe("signStandardWebhook", () => {
  it("signs the example of the specification", () => {
    // The example of the specification's reference libraries: standard-webhooks, libraries/*/tests.
    const input = createMessageInput(
      { auth },
      {
        secrets: { signingSecrets: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
        messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        now: new Date(1614265330_000),
      },
    );
    expect(signStandardWebhook('{"test": 2432232314}', input)).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("signs with each of several secrets, so that receivers with any of them accept the message", () => {
    const [old, replacement, unrelated] = ["a", "b", "c"].map(
      (char) => `whsec_${Buffer.from(char.repeat(24)).toString("base64")}`,
    ) as [string, string, string];
    const { body } = message;
    const signingSecrets = `${old}\n${replacement}`;
    const headers = signStandardWebhook(
      body,
      createMessageInput({ auth }, { secrets: { signingSecrets } }),
    );
    for (const secret of [old, replacement]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(unrelated).verify(body, headers)).toThrow(/No matching signature/);
    expect(() => new Webhook(old).verify(`${body} `, headers)).toThrow(/No matching signature/);
  });

  it("makes signatures that the standardwebhooks package accepts, for any key, id and body", () => {
    const property = fc.property(
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      fc.stringMatching(/^[\w-]{1,40}$/),
      fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
      (key, messageId, body) => {
        const secret = `whsec_${Buffer.from(key).toString("base64")}`;
        expect(isSigningSecret(secret)).toBe(true);
        const input = createMessageInput(
          { auth },
          { secrets: { signingSecrets: secret }, messageId },
        );
        const headers = signStandardWebhook(body, input);
        new Webhook(secret).verify(body, headers, { jsonParse: false });
      },
    );
    fc.assert(property);
  });
});

describe("signInHeader", () => {
  it("signs the example of GitHub's documentation", () => {
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
    const input = createMessageInput(
      { auth: "hmac-header", signatureHeader: "X-Hub-Signature-256" },
      { secrets: { signatureSecret: "It's a Secret to Everybody" } },
    );
    expect(signInHeader("Hello, World!", input)).toEqual({
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    });
  });
});
