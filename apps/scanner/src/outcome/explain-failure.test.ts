import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import type { SettledOutcome } from "./scan-outcome.ts";

const blocked = "Nothing answered at the receiver URL. Check its certificate and CORS headers.";

test.each<[string, SettledOutcome, string]>([
  [
    "a receiver that a browser cannot reach",
    { kind: "unreachable", cause: "blocked", reason: blocked },
    "Nothing answered. Check that the hub is on, and that this device is on its network.",
  ],
  [
    "a certificate that is not trusted",
    { kind: "unreachable", cause: "tls", reason: "The certificate expired." },
    "This device does not trust the receiver.",
  ],
  [
    "another log-in than Basic",
    { kind: "refused", status: 401, reason: "no WWW-Authenticate header" },
    "The receiver did not accept the user name and password of this device.",
  ],
  [
    "a redirect",
    { kind: "refused", status: 0, reason: "redirects are not followed" },
    "The receiver has another address now.",
  ],
])("%s is explained without terms of the web, which the details keep", (_case, outcome, plain) => {
  const explained = explainFailure(outcome)!;
  expect(explained).toEqual({ plain, details: "reason" in outcome ? outcome.reason : "" });
  expect(explained.plain).not.toMatch(/CORS|header|redirect|\b\d{3}\b/i);
});

test("a refusal that is plain already has no details, and a scan that arrived no explanation", () => {
  const reason = "The receiver answered 422.";
  expect(explainFailure({ kind: "refused", status: 422, reason })).toEqual({ plain: reason });
  expect(explainFailure({ kind: "accepted", status: 204 })).toBeUndefined();
  expect(explainFailure({ kind: "not-configured" })).toBeUndefined();
});
