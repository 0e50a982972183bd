import { beforeEach, expect, test } from "vitest";
import type { DescribedApi } from "../testing/api-description.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const call: DescribedApi["call"] = (...request) => described.api.call(...request);

const tools = "/api/registers/tools";
const text = "Code,Name,Lent to,Return by\nD-1,Drill,Ada,2026-12-06\nD-2,Saw,,\n";

beforeEach(async () => {
  await described.owner("DELETE", tools);
  const body = { name: "tools", kind: "loans" };
  expect((await call("POST", "/api/registers", { body })).status).toBe(201);
});

test("a list of loans is previewed, tried, imported with who has what, and exported", async () => {
  const preview = await call("POST", `${tools}/import/preview`, { body: { text } });
  const guess = { key: "Code", label: "Name", holder: "Lent to", due: "Return by" };
  expect(preview.body).toMatchObject({ guess });
  const care = { people: 1, lent: 1, dated: 0, same: 0, refused: 0, refusals: [] };
  const samples = [
    { code: "D-1", label: "Drill", holder: "Ada", due: "2026-12-06" },
    { code: "D-2", label: "Saw" },
  ];
  const dry = await call("POST", `${tools}/import`, { body: { text, dry: true } });
  expect(dry.body).toMatchObject({ new: 2, care, samples });
  const body = { text, ...guess };
  expect((await call("POST", `${tools}/import`, { body })).body).toMatchObject({ care });
  expect((await call("POST", `${tools}/import`, { body })).body).toMatchObject({
    ...{ same: 2, care: { lent: 0, same: 1 } },
  });
  const exported = await call<string>("GET", `${tools}/export?of=entries&format=csv`);
  const again = await call("POST", `${tools}/import`, { body: { text: exported.body } });
  expect(again.body).toMatchObject({ same: 3, changed: 0, care: { same: 1, lent: 0, dated: 0 } });
});
