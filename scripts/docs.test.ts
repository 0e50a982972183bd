// The docs agree with the code: settings files, kinds, metrics, commands and links.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { main } from "../apps/cli/src/main.ts";
import { summaries } from "../apps/cli/src/summaries.ts";
import { parseConfigFile } from "../apps/hub/src/config-file/parse.ts";
import { authFields } from "../apps/hub/src/destinations/authentication/auth-fields.ts";
import { kinds } from "../apps/hub/src/destinations/kinds.ts";
import { parseSettings } from "../apps/hub/src/settings/settings.ts";
import { defaultAlertSettings } from "../apps/hub/src/store/alerts.ts";
import { startTestHub } from "../apps/hub/src/testing/test-hub.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), "utf8");
const readCodeBlocks = (path: string, language: string) =>
  [...readText(path).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, blockLanguage]) => blockLanguage === language)
    .map(([, , block]) => block!);

test("the settings file in docs/hub/passing-on.md is valid", () => {
  const [yaml] = readCodeBlocks("docs/hub/passing-on.md", "yaml");
  const variables = [...yaml!.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  const values = variables.map((name) => {
    if (name.endsWith("_URL")) return [name, "https://hooks.slack.com/services/T0/B0/x"];
    // An example from the Standard Webhooks specification.
    return [name, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"];
  });
  const env = Object.fromEntries(values);
  const parsed = parseConfigFile(yaml!, { path: "scanhook.yaml", env });
  expect(parsed).toMatchObject({ ok: true });
  if (!parsed.ok || !parsed.definitions)
    throw new Error("The settings file should define destinations and routes.");
  expect(parsed.definitions.destinations.size).toBeGreaterThan(3);
  expect(parsed.definitions.routes.size).toBeGreaterThan(3);
  const args = ["--config", "/etc/scanhook.yaml"];
  expect(parseSettings({ args, env: {}, readFile: () => yaml })).toMatchObject({ ok: true });
});

test("the settings file in docs/hub/configuration-as-code.md is valid", () => {
  const [yaml] = readCodeBlocks("docs/hub/configuration-as-code.md", "yaml");
  const parsed = parseConfigFile(yaml!, { path: "scanhook.yaml", env: { ERP_TOKEN: "x" } });
  expect(parsed).toMatchObject({ ok: true, definitions: { changes: { keepDays: 730 } } });
});

test("the settings file in docs/hub/alerts.md is valid, and has the defaults", () => {
  const [yaml] = readCodeBlocks("docs/hub/alerts.md", "yaml");
  const parsed = parseConfigFile(yaml!, { path: "scanhook.yaml", env: {} });
  expect(parsed).toMatchObject({
    ok: true,
    definitions: { alerts: { ...defaultAlertSettings, destinations: ["phone"] } },
  });
});

test("docs/hub/passing-on.md names every kind of destination with its required fields", () => {
  const rows = readText("docs/hub/passing-on.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  for (const kind of kinds) {
    const row = rows.find((line) => line.split("|")[1]?.includes(`\`${kind.name}\``));
    expect(row, kind.name).toBeDefined();
    const needed = kind.fields.filter(
      ({ required, when, default: usual }) => required && !when && usual === undefined,
    );
    for (const { name } of needed) expect(row, kind.name).toContain(`\`${name}\``);
  }
});

test("docs/hub/passing-on.md names every way to authenticate with its required fields", () => {
  const rows = readText("docs/hub/passing-on.md").split("\n");
  const choices = authFields.find(({ name }) => name === "auth")?.choices ?? [];
  expect(choices.length).toBeGreaterThan(5);
  for (const { value } of choices) {
    const row = rows.find((line) => line.startsWith(`| \`${value}\` |`));
    expect(row, value).toBeDefined();
    const fields = authFields.filter(({ when, required }) => required && when?.is.includes(value));
    for (const { name } of fields) expect(row, value).toContain(`\`${name}\``);
  }
});

test("docs/hub/operations.md names exactly the metrics that the hub serves", async () => {
  const hub = await startTestHub();
  const response = await fetch(`${hub.base}/metrics`);
  const servedMetrics = [...(await response.text()).matchAll(/^# TYPE (\S+)/gm)].map(
    ([, name]) => name!,
  );
  await hub[Symbol.asyncDispose]();
  const rows = readText("docs/hub/operations.md")
    .split("\n")
    .filter((line) => line.startsWith("| `scanhook_"));
  const documentedMetrics = rows.flatMap((row) =>
    [...row.matchAll(/`(scanhook_\w+)/g)].map(([, name]) => name!),
  );
  expect(documentedMetrics.sort()).toEqual(servedMetrics.sort());
});

const documents = globSync(
  "{*.md,docs/**/*.md,apps/**/*.md,packages/*/*.md,deploy/*.md,bench/*.md,e2e/*.md}",
  {
    cwd: root,
    exclude: (name) => /node_modules|(^|\/)dist(-\w+)?$/.test(name),
  },
);

test.each(documents)("every link in %s leads to an existing file and heading", (path) => {
  const links = [...readText(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g)];
  for (const [link, file = "", anchor = ""] of links) {
    const target = file === "" ? join(root, path) : resolve(root, dirname(path), file);
    expect(existsSync(target), link).toBe(true);
    if (anchor === "") continue;
    const headings = [...readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    );
    expect(headings, link).toContain(anchor.slice(1));
  }
});

test.each(documents)(
  "every scanhook command in %s exists and has the options that are shown",
  async (path) => {
    const shownCommands = [
      ...readCodeBlocks(path, "sh")
        .join("\n")
        .matchAll(/(?:^|npx |exec hub )scanhook (?!-|serve\b)([a-z][a-z-]*)(.*)$/gm),
    ];
    for (const [line, name = "", rest = ""] of shownCommands) {
      expect(Object.keys(summaries), line).toContain(name);
      let usage = "";
      const output = {
        write(chunk: string) {
          usage += chunk;
        },
      };
      await main(["help", name], { stdin: process.stdin, stdout: output, stderr: output, env: {} });
      const [ownArguments = ""] = rest.split(/[|&;]/);
      for (const [option] of ownArguments.matchAll(/(?<=\s)--[a-z-]+/g))
        expect(usage, line).toContain(option);
    }
  },
);
