import Fastify from "fastify";
import { expect, test } from "vitest";
import type { App } from "../http/app.ts";
import { startTestHub } from "../testing/test-hub.ts";
import { describeApi } from "./openapi.ts";

test("/api/ of a hub with docs leads everybody to the reference of the API in them", async () => {
  await using hub = await startTestHub();
  for (const address of ["/api", "/api/"]) {
    const page = await fetch(`${hub.base}${address}`);
    expect([page.status, page.url]).toEqual([200, `${hub.base}/docs/reference/http-api/`]);
    expect(await page.text()).toContain("POST /api/scans/send");
  }
  expect((await fetch(`${hub.base}/api/openapi.json`)).status).toBe(401);
});

test("/api/ of a hub without docs says where the description of the API is", async () => {
  const app = Fastify();
  await describeApi(app as unknown as App, { version: "1.2.3", docs: false });
  for (const address of ["/api", "/api/"]) {
    const { statusCode, headers, body } = await app.inject(address);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toMatch(/^This hub has no docs\. .*\/api\/openapi\.json.*\.\n$/);
    expect(body).not.toContain("1.2.3");
  }
  await app.close();
});
