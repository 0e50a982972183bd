import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { measureCertificate } from "./metrics.ts";
import { makeCertificateFolder } from "./testing/certificate-folder.ts";

const day = 86_400;

test("the certificate that is served now begins and ends as its dates say", async () => {
  using folder = makeCertificateFolder();
  let now = new Date("2026-05-01T12:00:00Z");
  const certificates = await folder.openCertificates({
    now: () => now,
    names: () => ["localhost"],
  });
  const registry = new Registry();
  measureCertificate(registry, certificates);
  const read = async () => {
    const text = await registry.metrics();
    const [, from] = /not_before_timestamp_seconds (\d+)$/m.exec(text)!;
    const [, until] = /not_after_timestamp_seconds (\d+)$/m.exec(text)!;
    return { from: Number(from), until: Number(until) };
  };
  // From an hour ago, for 397 days.
  const from = Date.parse("2026-05-01T11:00:00Z") / 1000;
  expect(await read()).toEqual({ from, until: from + 397 * day });
  expect(await read()).toEqual({
    from: folder.readSaved().validFromDate.getTime() / 1000,
    until: folder.readSaved().validToDate.getTime() / 1000,
  });
  now = new Date("2027-05-20T12:00:00Z");
  await certificates.refresh();
  expect((await read()).from).toBe(Date.parse("2027-05-20T11:00:00Z") / 1000);
});
