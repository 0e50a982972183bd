import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { rulesFolder } from "./promtool.ts";

export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};

type Target = { refId: string; expr: string; datasource: { type: string; uid: string } };

export type Panel = {
  id: number;
  type: string;
  title: string;
  description?: string;
  datasource?: { type: string; uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: Target[];
};

type Dashboard = {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: unknown }[] };
  panels: Panel[];
};

type RuleGroup = { name: string; rules: Rule[] };

const readText = (path: string) => readFileSync(path, "utf8");

export const ruleGroups: RuleGroup[] = parse(
  readText(join(rulesFolder, "scanhook.rules.yaml")),
).groups;

export const rules: Rule[] = ruleGroups.flatMap((group) => group.rules);

export const ruleTests = ["scanhook.rules.test.yaml", "scanhook.weeks.test.yaml"];
export const readRuleTest = (name: string): string => readText(join(rulesFolder, name));

export const dashboard: Dashboard = JSON.parse(
  readText(fileURLToPath(new URL("../../../deploy/grafana/scanhook.json", import.meta.url))),
);

/** The expressions of all panels. The variables of Grafana are filled in. */
export const dashboardExpressions: string[] = dashboard.panels
  .flatMap(({ targets = [] }) => targets)
  .map(({ expr }) => expr.replaceAll("$job", "scanhook").replaceAll("$__rate_interval", "5m"));
