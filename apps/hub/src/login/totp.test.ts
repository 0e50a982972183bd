import { expect, test } from "vitest";
import { createTotp, findTotpDrift, findTotpStep, toTotpStep, toTotpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("makes the one-time passwords of RFC 4226, appendix D", () => {
  const published = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split(
    " ",
  );
  expect(published.map((_, counter) => createTotp(secret, counter))).toEqual(published);
});

// RFC 6238, appendix B, has passwords of eight digits. The last six are those of six digits.
test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("makes the one-time password of RFC 6238, appendix B, for the second %i", (second, password) => {
  expect(createTotp(secret, toTotpStep(second * 1000))).toBe(password.slice(2));
});

test("finds the step of a password that is at most one step off", () => {
  const time = 1_234_567_890_000;
  const step = toTotpStep(time);
  const found = [-2, -1, 0, 1, 2].map((by) =>
    findTotpStep(secret, createTotp(secret, step + by), time),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  for (const wrong of ["", "00592", "0059244", "abcdef", "００５９２４", "005925"]) {
    expect([wrong, findTotpStep(secret, wrong, time)]).toEqual([wrong, undefined]);
  }
  expect(findTotpStep(secret, "005924", time)).toBe(step);
  expect(findTotpStep(secret, "755224", 0)).toBe(0);
});

test("tells how far off a clock is, up to ten minutes", () => {
  const time = 1_234_567_890_000;
  const drift = (by: number) =>
    findTotpDrift(secret, createTotp(secret, toTotpStep(time) + by), time);
  expect([-21, -20, -4, 0, 20, 21].map(drift)).toEqual([undefined, -600, -120, 0, 600, undefined]);
});

test("writes the example of the Key URI Format", () => {
  const example =
    "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30";
  const parts = {
    issuer: "ACME Co",
    account: "john.doe@email.com",
    secret: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ",
  };
  expect(toTotpUri(parts)).toBe(example);
  const odd = new URL(toTotpUri({ ...parts, account: "A:b/c?d#e&f=Ö" }));
  expect(decodeURIComponent(odd.pathname)).toMatch(/ACME Co:A b\/c\?d#e&f=Ö$/);
  expect(odd.searchParams.get("secret")).toBe(parts.secret);
});
