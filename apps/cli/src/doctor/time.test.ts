import { expect, test } from "vitest";
import { corsHeaders, formatFaults, runDoctor } from "../testing/doctor.ts";
import { respondWith, startServer } from "../testing/receivers.ts";

test("doctor warns about a receiver whose clock is two hours behind", async () => {
  await using receiver = await startServer((request, response) => {
    const twoHoursMs = 2 * 3_600_000;
    const date = new Date(Date.now() - twoHoursMs).toUTCString();
    respondWith(204, { ...corsHeaders, date })(request, response);
  });
  const report = await runDoctor(receiver.url);
  expect(formatFaults(report, "time")).toMatch(/^warning: The receiver's clock is 2 hours behind/);
});
