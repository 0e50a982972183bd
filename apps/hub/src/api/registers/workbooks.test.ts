import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { useGala } from "./testing/gala.ts";

const { described, call, expectError } = useGala();
const gala = "/api/registers/gala";
const fixture = async (name: string) => {
  const file = new URL(`../../spreadsheets/fixtures/${name}`, import.meta.url);
  return (await readFile(file)).toString("base64");
};

test("a workbook is previewed and imported, and a sheet of it can be chosen", async () => {
  const file = await fixture("openpyxl.xlsx");
  const preview = await call("POST", `${gala}/import/preview`, { body: { file } });
  expect(preview.body).toMatchObject({
    ...{ columns: ["Name", "Day", "Formula", "Error"], rows: [["Ada", "1900-02-28"]] },
    ...{ rowCount: 1, hasHeader: true, separator: "", guess: { label: "Name" } },
    workbook: { sheet: "One", sheets: ["One", "Two"], errors: 2 },
  });
  const body = { file, sheet: "Two", label: "Name" };
  const imported = await call("POST", `${gala}/import`, { body });
  expect(imported.body).toMatchObject({ new: 1, made: 1, samples: [{ label: "Grace" }] });
  await expectError(
    call("POST", `${gala}/import`, { body: { ...body, sheet: "3" } }),
    "not-a-list",
  );
  const text = { text: "Name\nAda\n", sheet: "Two" };
  await expectError(call("POST", `${gala}/import/preview`, { body: text }), "not-a-list");
  const ods = { file: await fixture("gnumeric.ods") };
  const refused = await call("POST", `${gala}/import/preview`, { body: ods });
  expect(refused.body).toMatchObject({
    error: { message: expect.stringContaining("save it as XLSX or CSV") },
  });
});

test("an exported workbook changes nothing when it is imported", async () => {
  for (const of of ["entries", "movements"]) {
    const exported = await described.owner("GET", `${gala}/export?of=${of}&format=xlsx`);
    expect(exported.status).toBe(200);
    expect(exported.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(exported.headers.get("content-disposition")).toContain(`gala-${of}.xlsx`);
    const file = Buffer.from(await exported.arrayBuffer()).toString("base64");
    const preview = await call("POST", `${gala}/import/preview`, { body: { file } });
    if (of === "movements") continue;
    expect(preview.body).toMatchObject({ rowCount: 2, workbook: { sheet: "Entries" } });
    const imported = await call("POST", `${gala}/import`, { body: { file, replace: true } });
    expect(imported.body).toMatchObject({ same: 2, new: 0, changed: 0, blocked: 0 });
  }
});
