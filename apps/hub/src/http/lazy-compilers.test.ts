import Fastify from "fastify";
import { expect, test } from "vitest";
import { createLazyCompilers } from "./lazy-compilers.ts";

/** Sends valid and invalid requests. Returns the status and the body of each response. */
async function respond(schemaController: object): Promise<[number, string][]> {
  const app = Fastify({ schemaController });
  const counted = {
    type: "object",
    required: ["count"],
    properties: { count: { type: "integer", default: 7 } },
  };
  const schema = { body: counted, querystring: counted, response: { 200: counted } };
  app.post("/object", { schema }, ({ body, query }) => ({ ...Object(body), query, count: "9" }));
  app.post("/number", { schema: { body: { type: "integer" } } }, ({ body }) => `${typeof body}`);
  const responses: [number, string][] = [];
  for (const path of ["/object?count=1", "/object?count=x", "/object", "/number"]) {
    for (const payload of ['{"count":"3"}', '{"count":"many"}', "{}", '"12"', '"x"', "null"]) {
      const headers = { "content-type": "application/json" };
      const response = await app.inject({ method: "POST", url: path, headers, payload });
      responses.push([response.statusCode, response.body]);
    }
  }
  await app.close();
  return responses;
}

test("requests are validated, converted and answered as with Fastify's own compilers", async () => {
  const responses = await respond({ compilersFactory: createLazyCompilers() });
  expect(responses).toEqual(await respond({}));
  expect(new Set(responses.map(([status]) => status))).toEqual(new Set([200, 400]));
});

test("a schema is compiled when a request first needs it", async () => {
  const app = Fastify({ schemaController: { compilersFactory: createLazyCompilers() } });
  app.post("/broken", { schema: { body: { type: "no such type" } } }, () => "unreachable");
  app.get("/", () => "fine");
  expect((await app.inject("/")).body).toBe("fine");
  expect((await app.inject({ method: "POST", url: "/broken", payload: {} })).statusCode).toBe(500);
  await app.close();
});
