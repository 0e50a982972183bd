// The rules for Prometheus and the dashboard for Grafana agree with the metrics of the hub, and
// promtool accepts them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeTemporaryHub } from "../reference/described-hub.ts";
import { readMetricDetails } from "../reference/metrics.ts";
import { hasPromtool, runPromtool } from "./testing/promtool.ts";
import {
  dashboard,
  dashboardExpressions,
  type Panel,
  readRuleTest,
  ruleGroups,
  rules,
  ruleTests,
} from "./testing/watching-files.ts";

const expressions = [...rules.map(({ expr }) => expr), ...dashboardExpressions];
const { panels } = dashboard;

test("the hub serves every metric that a rule or a panel names", async () => {
  const { metrics } = await describeTemporaryHub();
  const served = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const named = new Set(expressions.flatMap((text) => text.match(/\bscanhook_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(15);
  expect([...named].filter((name) => !served.includes(name))).toEqual([]);
});

test("the hub gives a metric every label by which a rule or a panel selects it", () => {
  const details = readMetricDetails();
  const selected = expressions.flatMap((text) =>
    [...text.matchAll(/\b(scanhook_\w+)\{([^}]*)\}/g)].flatMap(([, name = "", matchers = ""]) =>
      [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => ({ name, label })),
    ),
  );
  const ofPrometheus = ["job", "instance"];
  const wrong = selected.filter(({ name, label }) => {
    const { labels = [] } = details.get(name.replace(/_(bucket|count|sum)$/, "")) ?? {};
    return ![...labels, ...ofPrometheus].includes(label);
  });
  expect(selected.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("the hub knows every label by which a rule or a panel groups", () => {
  const known = [...readMetricDetails().values()].flatMap(({ labels }) => labels);
  const grouped = expressions.flatMap((text) =>
    [...text.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/)),
  );
  expect(grouped.length).toBeGreaterThan(15);
  const unknown = grouped.filter((label) => ![...known, "job", "instance", "le"].includes(label));
  expect(unknown).toEqual([]);
});

test("each rule has a name of its own, a severity, and says what to do", () => {
  expect(ruleGroups.map(({ name }) => name)).toEqual(["scanhook"]);
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Scanhook[A-Z]\w+$/);
    expect(labels.severity).toMatch(/^(critical|warning)$/);
    expect(annotations.summary, alert).toMatch(/\.$/);
    expect(annotations.description, alert).toMatch(/^.{60,500}\.$/s);
  }
});

test("the page about watching names each rule with its severity", () => {
  const page = readFileSync(new URL("../../docs/hub/watching.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(Scanhook\w+)` \| (\w+) \|/gm)];
  expect(rows.map(([, name, severity]) => [name, severity])).toEqual(
    rules.map(({ alert, labels }) => [alert, labels.severity]),
  );
});

test("panels and variables of the dashboard have ids of their own, and panels do not overlap", () => {
  expect(dashboard).toMatchObject({ uid: "scanhook", schemaVersion: 42 });
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const variables = dashboard.templating.list.map(({ name }) => name);
  expect(variables).toEqual(["datasource", "job"]);
  const cells = panels.flatMap(listCells);
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

test("each panel explains itself and asks the chosen Prometheus about the chosen job", () => {
  const datasource = { type: "prometheus", uid: "$" + "{datasource}" };
  for (const { type, title, description, targets = [], ...panel } of panels) {
    if (type === "row") continue;
    expect(description, title).toMatch(/\.$/);
    expect(panel.datasource, title).toEqual(datasource);
    expect(targets.length, title).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
    for (const target of targets) {
      expect(target.datasource, title).toEqual(datasource);
      const selectors = target.expr.match(/\b(?:up|scanhook_\w+)(?:\{job="\$job"|\b)/g) ?? [];
      expect(selectors.length, title).toBeGreaterThan(0);
      expect(selectors.filter((selector) => !selector.includes("{"))).toEqual([]);
    }
  }
});

test.skipIf(!hasPromtool)(
  "promtool accepts the rules, and the expressions of the dashboard",
  () => {
    expect(runPromtool("check", "rules", "scanhook.rules.yaml")).toMatchObject({ status: 0 });
    const dir = mkdtempSync(join(tmpdir(), "scanhook-rules-"));
    try {
      const file = join(dir, "dashboard.json");
      const records = dashboardExpressions.map((expr, n) => ({ record: `panel:${n}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: records }] }));
      const { status, printed } = runPromtool("check", "rules", file);
      expect(printed).toContain(`${records.length} rules found`);
      expect(status, printed).toBe(0);
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);

test("the tests of the rules let each rule fire at least once", () => {
  const text = ruleTests.map(readRuleTest).join("");
  const silent = rules.filter(({ alert }) => !text.includes(`alertname="${alert}"`));
  expect(silent.map(({ alert }) => alert)).toEqual([]);
});

function listCells({ gridPos: { x, y, w, h } }: Panel): string[] {
  return Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`);
}
