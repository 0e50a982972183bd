import { describe, expect, it } from "vitest";
import type { Secrets, Settings } from "../kind.ts";
import { checkAuthFields } from "./auth-fields.ts";

const check = (settings: Settings, secrets: Secrets = {}) => checkAuthFields({ settings, secrets });

describe("checkAuthFields", () => {
  it("refuses a user with a colon, which would end the user in Basic credentials", () => {
    expect(check({ username: "a:b" })?.field).toBe("username");
  });

  it("refuses the name of an API key that cannot be a header, unless the key goes into the query", () => {
    expect(check({ apiKeyName: "X Key", apiKeyIn: "header" })?.field).toBe("apiKeyName");
    expect(check({ apiKeyName: "Content-Length", apiKeyIn: "header" })?.field).toBe("apiKeyName");
    expect(check({ apiKeyName: "api key", apiKeyIn: "query" })).toBeUndefined();
  });

  it("refuses a signature header that cannot be the name of a header, and says why", () => {
    expect(check({ signatureHeader: "X-Sig" })).toBeUndefined();
    expect(check({ signatureHeader: "X Sig" })).toEqual({
      field: "signatureHeader",
      reason:
        "“X Sig” cannot be the name of a header. Use letters, digits and dashes, without spaces.",
    });
    expect(check({ signatureHeader: "Host" })).toEqual({
      field: "signatureHeader",
      reason:
        "The hub sets the header “Host” itself, because the connection needs it. Leave it out.",
    });
  });

  it("refuses signing secrets that are not base64, or shorter than 16 bytes", () => {
    expect(check({}, { signingSecrets: "whsec_not base64" })?.field).toBe("signingSecrets");
    // The base64 of “short”.
    expect(check({}, { signingSecrets: "whsec_c2hvcnQ=" })?.field).toBe("signingSecrets");
  });
});
