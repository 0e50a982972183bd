import { parseBasic } from "@scanhook/webhook";
import { describe, expect, it } from "vitest";
import type { HttpMessage, MessageInput } from "../kind.ts";
import { authenticate } from "./authenticate.ts";
import { createMessageInput, message } from "./testing/message-input.ts";

function addAuthentication(
  settings: MessageInput["settings"],
  overrides: Partial<MessageInput> = {},
): HttpMessage {
  const result = authenticate(message, createMessageInput(settings, overrides));
  if (!result.ok) throw new Error(result.reason);
  return result.messages[0] as HttpMessage;
}

describe("authenticate", () => {
  it("adds nothing to a request without authentication", () => {
    expect(addAuthentication({ auth: "none" })).toEqual(message);
  });

  it("sends the Basic credentials of RFC 7617, with non-ASCII characters in UTF-8", () => {
    const formatCredentials = (username: string, password: string) =>
      addAuthentication({ auth: "basic", username }, { secrets: { password } }).headers
        .authorization;
    // The examples of RFC 7617, sections 2 and 2.1.
    expect(formatCredentials("Aladdin", "open sesame")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    expect(formatCredentials("test", "123£")).toBe("Basic dGVzdDoxMjPCow==");
    expect(parseBasic(formatCredentials("ü", "p:w"))).toEqual({ user: "ü", password: "p:w" });
  });

  it("sends a bearer token", () => {
    const { headers } = addAuthentication({ auth: "bearer" }, { secrets: { token: "t-1" } });
    expect(headers).toMatchObject({ authorization: "Bearer t-1" });
  });

  it.each([
    [{ auth: "hmac-standard" }, { signingSecrets: `whsec_${btoa("sixteen bytes...")}` }],
    [{ auth: "hmac-header", signatureHeader: "X-Signature" }, { signatureSecret: "s" }],
  ])(
    "sends a token together with a signature, and none that is not set (%o)",
    (settings, secret) => {
      const secrets = { ...secret, signedToken: "t-1" };
      expect(
        addAuthentication({ ...settings, sendsToken: true }, { secrets }).headers,
      ).toMatchObject({ authorization: "Bearer t-1" });
      expect(addAuthentication(settings, { secrets }).headers).not.toHaveProperty("authorization");
    },
  );

  it("sends an API key in a header or in the query", () => {
    const secrets = { apiKey: "k&1" };
    const inHeader = addAuthentication({ auth: "api-key", apiKeyName: "X-Key" }, { secrets });
    expect(inHeader.headers).toMatchObject({ "x-key": "k&1" });
    const settings = { auth: "api-key", apiKeyIn: "query", apiKeyName: "api key" };
    expect(addAuthentication(settings, { secrets }).url).toBe(
      "https://example.org/in?a=1&api%20key=k%261#part",
    );
  });

  it("leaves the access token of OAuth 2 to the wire", () => {
    const settings = {
      auth: "oauth2",
      tokenUrl: "https://login.example/token",
      clientId: "c",
      scope: "scans",
    };
    expect(addAuthentication(settings, { secrets: { clientSecret: "s" } })).toEqual({
      ...message,
      oauth2: {
        tokenUrl: "https://login.example/token",
        clientId: "c",
        clientSecret: "s",
        scope: "scans",
        credentialsIn: "header",
      },
    });
  });

  it("names secrets, and describes what is computed from them, in a preview", () => {
    const previewHeaders = (settings: MessageInput["settings"], secrets: MessageInput["secrets"]) =>
      addAuthentication(settings, { secrets, preview: true }).headers;
    expect(
      previewHeaders({ auth: "basic", username: "ada" }, { password: "‹password›" }),
    ).toMatchObject({
      authorization: "Basic ‹base64 of ada:‹password››",
    });
    expect(
      previewHeaders({ auth: "hmac-standard" }, { signingSecrets: "‹signingSecrets›" }),
    ).toMatchObject({ "webhook-signature": "v1,‹signature with ‹signingSecrets››" });
    expect(
      previewHeaders({ auth: "hmac-header" }, { signatureSecret: "‹signatureSecret›" }),
    ).toMatchObject({ "x-scanhook-signature": "sha256=‹signature with ‹signatureSecret››" });
    const oauth2Settings = {
      auth: "oauth2",
      tokenUrl: "https://login.example/token",
      clientId: "c",
    };
    expect(previewHeaders(oauth2Settings, { clientSecret: "‹clientSecret›" })).toMatchObject({
      authorization: "Bearer ‹token from https://login.example/token›",
    });
  });
});
