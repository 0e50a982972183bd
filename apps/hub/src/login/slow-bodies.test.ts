import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { invite } from "../testing/people.ts";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";

const body = JSON.stringify({ name: "Mia", role: "viewer" });

/** Begins a request, and resolves once the hub waits for the last byte of its body. */
async function begin({ hub, base }: TestHub, cookie: string): Promise<ClientRequest> {
  const begun = request({
    ...{ host: "127.0.0.1", port: hub.httpPort, path: "/api/people", method: "POST" },
    headers: {
      ...{ cookie, origin: base, expect: "100-continue" },
      ...{ "content-type": "application/json", "content-length": body.length },
    },
    agent: false,
  });
  begun.on("error", () => {});
  begun.flushHeaders();
  await once(begun, "continue");
  begun.write(body.slice(0, -1));
  return begun;
}

async function finish(begun: ClientRequest): Promise<number | undefined> {
  begun.end(body.slice(-1));
  const [response] = (await once(begun, "response")) as [IncomingMessage];
  return response.resume().statusCode;
}

test("a request whose body is still being sent ends with the right of its sender", async () => {
  await using hub = await startTestHub("--tls", "off");
  const owner = await asOwner(hub);
  const eva = await invite(hub, owner, { name: "Eva", role: "owner" });
  const ina = await invite(hub, owner, { name: "Ina", role: "owner" });
  const [ofEva, ofIna] = [await begin(hub, eva.cookie), await begin(hub, ina.cookie)];
  const closed = new Promise((resolve) => ofEva.once("close", resolve));
  expect((await owner("PATCH", `/api/people/${eva.id}`, { role: "viewer" })).status).toBe(200);
  await closed;
  // A slow sender who still has the right is not disturbed.
  expect(await finish(ofIna)).toBe(201);
});
