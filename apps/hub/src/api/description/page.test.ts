import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { iconAddress } from "../../logo.ts";
import { asOwner, readJson, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { exampleOf } from "./example.ts";
import type { ApiDocument } from "./json-schema.ts";
import { renderApiPage } from "./page.ts";

let hub: TestHub;
let document: ApiDocument & { info: { version: string } };
let page: Response;
let html: string;

beforeAll(async () => {
  hub = await startTestHub();
  const owner = await asOwner(hub);
  document = await readJson(await owner("GET", "/api/openapi.json"));
  page = await fetch(`${hub.base}/api/`);
  html = await page.text();
});
afterAll(() => hub[Symbol.asyncDispose]());

test("everybody may read the page, which runs no script and loads only its style from the hub", async () => {
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src data:",
  );
  expect(html).not.toMatch(/<script|style=|\son\w+=/);
  const loaded = [...html.matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g)].map(([, url]) => url);
  expect(loaded).toEqual([iconAddress, "/api/page.css"]);
  const style = await fetch(`${hub.base}/api/page.css`);
  expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(await style.text()).not.toMatch(/url\(|@import/);
  const short = await fetch(`${hub.base}/api`, { redirect: "manual" });
  expect([short.status, short.headers.get("location")]).toEqual([308, "/api/"]);
});

test("a stranger learns no version of the hub, and still needs a log-in for the document itself", async () => {
  expect(html).not.toContain(document.info.version);
  expect((await fetch(`${hub.base}/api/openapi.json`)).status).toBe(401);
});

test("the page has every endpoint once, with every parameter, status and required field", () => {
  const sections = html.split('<details class="card"').slice(1);
  let count = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method === "head") continue;
      count++;
      const heading = `<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`;
      const matching = sections.filter((section) => section.includes(heading));
      expect(matching, heading).toHaveLength(1);
      const required = operation.requestBody?.content["application/json"]?.schema?.required ?? [];
      const names = [...(operation.parameters ?? []).map(({ name }) => name), ...required];
      for (const name of [...names, ...Object.keys(operation.responses)]) {
        expect(matching[0]).toContain(`<code>${name}</code>`);
      }
    }
  }
  expect(sections).toHaveLength(count);
  expect(html).not.toMatch(/undefined|\[object Object\]|NaN/);
});

test("every id of the page is unique, and every link on it leads to one", () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

test("the body of every example fits the schema of its endpoint", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const misfits = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content["application/json"]?.schema;
      if (!schema || ajv.validate(schema, exampleOf(schema))) return [];
      return [`${method} ${path}: ${JSON.stringify(exampleOf(schema))} ${ajv.errorsText()}`];
    }),
  );
  expect(misfits).toEqual([]);
});

test("texts of the document are escaped", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const rendered = renderApiPage(
    {
      info: { title: evil, description: evil },
      paths: {
        [`/${evil}`]: {
          post: {
            summary: evil,
            description: evil,
            tags: [evil],
            parameters: [{ in: evil, name: evil, schema: { enum: [evil] } }],
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { [evil]: { title: evil, description: evil, default: evil } },
                  },
                },
              },
            },
            responses: { 200: { description: evil, content: { [evil]: {} } } },
          },
        },
      },
    },
    { style: "/x.css" },
  );
  expect(rendered).not.toContain("<img");
});
