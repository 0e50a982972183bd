// Follows the page on verdicts with a real hub whose inbox feeds an inspection.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test as vitestTest } from "vitest";
import { errors } from "../../apps/hub/src/http/errors.ts";
import { questionTypes } from "../../apps/hub/src/registers/questions.ts";
import { results } from "../../apps/hub/src/registers/verdict.ts";
import { followPage, maskVariableParts } from "./testing/worked-page.ts";

const page = "docs/webhook/verdicts.md";
const root = fileURLToPath(new URL("../..", import.meta.url));
const text = readFileSync(join(root, page), "utf8");

const missing = ["curl", "jq"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
if (missing.length > 0)
  console.warn(`Skipped: the page on verdicts, because ${missing.join(" and ")} is not installed.`);
const test = vitestTest.skipIf(missing.length > 0);

test("the page on verdicts shows what the hub asks, and what it says to answers", async () => {
  await using followed = await followPage(page);
  const { call } = followed;
  const create = async (path: string, body: object) =>
    expect((await call("POST", path, body)).status, path).toBeLessThan(300);
  await create("/api/inboxes", { name: "rounds" });
  await create("/api/inboxes/rounds/credentials", { user: "karl", password: "north-stairs-1" });
  const questions = [
    { key: "gauge", label: "Needle in the green?", type: "pass-fail", required: true },
    { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
  ];
  const rules = { questions, every: "1 month" };
  await create("/api/registers", { name: "fire", kind: "inspection", rules });
  await call("PUT", "/api/inboxes/rounds/register", { register: "fire" });
  for (const number of [7, 8])
    await create("/api/registers/fire/entries", {
      label: `Extinguisher ${number}`,
      keys: [`t:EXT-${number}`],
    });
  // The blocks of the page share their variables, as those in one terminal do.
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```\n\n```text\n(.*?)^```$/gms)];
  const shown = blocks.map(([, , output]) => output).join("");
  const output = await followed.run(blocks.map(([, command]) => command).join("\n"));
  expect(maskVariableParts(output)).toBe(maskVariableParts(shown));
});

test("the page on verdicts names every result, every type of question and existing refusals", () => {
  for (const result of results) expect(text).toContain(`\`${result}\``);
  for (const type of questionTypes) expect(text).toContain(`\n| \`${type}\` |`);
  const rows = [...text.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)];
  expect(rows.length).toBeGreaterThan(3);
  for (const [, status, code = ""] of rows)
    expect(errors[code as keyof typeof errors]?.status, code).toBe(Number(status));
});
