import { expect, test } from "vitest";
import { whyNotOffered } from "./why-not-offered.ts";

test.each([
  [undefined, "https://scans.example.com", /not set up/],
  ["https://id.example.org", undefined, /needs a name/],
  ["https://id.example.org", "https://192.168.1.5:8443", /an IP address/],
  ["https://id.example.org", "https://[fd00::1]", /an IP address/],
  ["https://id.example.org", "https://2130706433", /an IP address/],
])("with the provider %j at %j, it says why in one sentence", (ssoIssuer, publicUrl, reason) => {
  const settings = Object.fromEntries(
    Object.entries({ ssoIssuer, publicUrl }).filter(([, value]) => value !== undefined),
  );
  expect(whyNotOffered(settings)).toMatch(reason);
  expect(whyNotOffered(settings)).toMatch(/^[A-Z][^.]*(\.[^ .][^.]*)*\.$/);
});

test.each(["https://scans.example.com", "http://localhost:8080", "https://hub.local:8443"])(
  "it is offered at %s",
  (publicUrl) => {
    expect(whyNotOffered({ ssoIssuer: "https://id.example.org", publicUrl })).toBe(undefined);
  },
);
