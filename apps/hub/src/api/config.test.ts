import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

let hub: TestHub;
let path: string;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  path = join(hub.settings.data, "scanhook.yaml");
  call = (await asDescribed(await asOwner(hub))).call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type Config = { file: { path: string; state: string; reason?: string }; yaml: string };
const config = async () => (await call<Config>("GET", "/api/config")).body;

test("without a file it says where one would be read, and prints what there is", async () => {
  const erp = { name: "erp", kind: "http", settings: { url: "https://erp.example.org/" } };
  await call("POST", "/api/destinations", { body: erp });
  await call("POST", "/api/routes", { body: { name: "all", destination: "erp" } });
  expect(await config()).toMatchObject({ file: { path, state: "none", notices: [] } });
  expect((await config()).yaml).toBe(`destinations:
  erp:
    kind: http
    settings:
      url: https://erp.example.org/
routes:
  all:
    destination: erp
`);
});

test("what the export gives can be the file: then the API leaves it alone, but for holding and going on", async () => {
  await writeFile(path, (await config()).yaml);
  await expect.poll(async () => (await config()).file.state).toBe("applied");
  for (const name of ["destinations/erp", "routes/all"]) {
    const file = await call("GET", `/api/${name}`);
    expect(file.body).toMatchObject({ origin: "file" });
    for (const [method, body] of [["PATCH", { title: "x" }], ["DELETE"]] as const) {
      const refused = await call(method, `/api/${name}`, { ...(body && { body }) });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "kept-in-file" } } });
    }
  }
  const held = await call("PATCH", "/api/destinations/erp", { body: { state: "held" } });
  expect(held).toMatchObject({ status: 200, body: { state: "held", origin: "file" } });
});

test("a file that is wrong is told, and one that is gone leaves all to the API", async () => {
  await writeFile(path, "destinations: { erp: { kind: htp } }\n");
  await expect.poll(async () => (await config()).file.state).toBe("refused");
  expect((await config()).file.reason).toMatch(/^destinations\.erp\.kind in .*\.$/);
  await rm(path);
  await expect.poll(async () => (await config()).file.state).toBe("none");
  const changed = await call("PATCH", "/api/destinations/erp", { body: { title: "ERP" } });
  expect(changed).toMatchObject({ status: 200, body: { origin: "dashboard", title: "ERP" } });
  expect((await call("DELETE", "/api/routes/all")).status).toBe(204);
});
