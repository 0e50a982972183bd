import { expect, test } from "vitest";
import { corsHeaders, formatFaults, runDoctor } from "../testing/doctor.ts";
import { respondWith, startServer } from "../testing/receivers.ts";

test("doctor warns about each missing CORS header, except for a page with the address of the receiver", async () => {
  await using receiver = await startServer(respondWith(401, { "www-authenticate": "Basic" }));
  const report = await runDoctor(receiver.url);
  expect(formatFaults(report, "web page")).toMatch(
    /^warning: .*the receiver responds to OPTIONS with 401; the page cannot read the response 401\. → .*hub in front/,
  );
  await using wildcardReceiver = await startServer((request, response) => {
    const wildcards = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    respondWith(request.method === "OPTIONS" ? 204 : 401, {
      ...wildcards,
      "www-authenticate": "Basic",
    })(request, response);
  });
  expect(formatFaults(await runDoctor(wildcardReceiver.url), "web page")).toMatch(
    /does not allow the header authorization.*cannot see WWW-Authenticate on the 401/,
  );
  const sameOrigin = await runDoctor(
    wildcardReceiver.url,
    "--origin",
    new URL(wildcardReceiver.url).origin,
  );
  expect(formatFaults(sameOrigin, "web page")).toBe("");
});

test("doctor warns about a receiver that refuses web pages but accepts scans from apps", async () => {
  await using receiver = await startServer((request, response) => {
    respondWith(request.headers.origin ? 403 : 204, corsHeaders)(request, response);
  });
  const report = await runDoctor(receiver.url);
  expect(report).toMatchObject({ accepted: true, code: 0 });
  expect(formatFaults(report, "answer")).toMatch(
    /^warning: The receiver refuses \(403\) a scan from a web page/,
  );
});
