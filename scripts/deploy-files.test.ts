// The compose files, the Caddyfile and the systemd unit name paths, ports and settings that must
// exist.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseSettings } from "../apps/hub/src/settings/settings.ts";
import { settingsTable } from "../apps/hub/src/settings/settings-table.ts";
import { imageName } from "./release/container-image.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), "utf8");
const findDefault = (name: string) => settingsTable.find((row) => row.name === name)?.default;
const ports = ["http-port", "https-port"].map(findDefault);

type Service = {
  image?: string;
  pull_policy?: string;
  ports?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  depends_on?: Record<string, unknown>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
};

const composeFiles = ["deploy/compose.yaml", "deploy/compose-postgres.yaml"];
const compose = (path: string): Compose => parse(readText(path), { merge: true });

/** Replaces `${NAME}` and `${NAME:?sentence}` as a `.env` file would. */
function fillIn(value: string): string {
  return value.replace(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/g, (_, name) =>
    name === "SITE" ? "scans.example.org" : "https://192.168.1.5:8443",
  );
}

/**
 * Hubs run the image of a release, which is loaded from a file. A registry must never be asked for
 * it.
 */
const isHub = ({ image, pull_policy }: Service) => image === imageName && pull_policy === "never";
const listHubs = ({ services }: Compose) => Object.values(services).filter(isHub);

test.each(composeFiles)("%s gives its hubs valid settings", (path) => {
  const hubs = listHubs(compose(path));
  expect(hubs.length).toBeGreaterThan(0);
  for (const { environment = {} } of hubs) {
    const entries = Object.entries(environment).filter(([name]) => name.startsWith("SCANHOOK_"));
    expect(entries.length).toBeGreaterThan(0);
    const env = Object.fromEntries(entries.map(([name, value]) => [name, fillIn(value)]));
    expect(parseSettings({ args: [], env, readFile: () => undefined })).toMatchObject({ ok: true });
  }
});

test.each(composeFiles)("%s declares the volumes, secrets and services that it uses", (path) => {
  const { services, volumes, secrets = {} } = compose(path);
  for (const service of Object.values(services)) {
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (source.startsWith(".")) expect(existsSync(join(root, "deploy", source))).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
    for (const secret of service.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(services).toHaveProperty(other);
    for (const value of Object.values(service.environment ?? {})) {
      const mounted = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (mounted) expect(service.secrets).toContain(mounted);
    }
  }
});

test("the compose file for a single hub publishes the ports that the hub listens on", () => {
  const [hub] = listHubs(compose("deploy/compose.yaml"));
  expect(hub?.ports).toEqual(ports.map((port) => `${port}:${port}`));
});

test("the two hubs behind Caddy share a database and a key, publish no port, and get requests only while they are ready", () => {
  const file = compose("deploy/compose-postgres.yaml");
  const hubs = Object.entries(file.services).filter(([, service]) => isHub(service));
  expect(hubs).toHaveLength(2);
  const [firstHub, secondHub] = hubs.map(([, hub]) => hub);
  expect(firstHub?.environment).toEqual(secondHub?.environment);
  expect(firstHub?.secrets).toEqual(secondHub?.secrets);
  expect(hubs.flatMap(([, hub]) => hub.ports ?? [])).toEqual([]);
  const caddyfile = readText("deploy/Caddyfile");
  const upstreams = /reverse_proxy (.+) \{/.exec(caddyfile)?.[1]?.split(" ");
  expect(upstreams).toEqual(hubs.map(([name]) => `${name}:${ports[0]}`));
  expect(caddyfile).toContain("health_uri /readyz");
  expect(readText("apps/hub/src/api/owner/health.ts")).toContain('"/readyz"');
});

const unit = readText("deploy/scanhook.service");

test("the systemd unit starts an existing program with existing settings", () => {
  const folder = /^WorkingDirectory=(.+)$/m.exec(unit)?.[1];
  const [, program, script, command] = /^ExecStart=(\S+) (\S+) (\S+)$/m.exec(unit) ?? [];
  expect(program).toBe(`${folder}/node_modules/.bin/node`);
  expect(existsSync(join(root, script!))).toBe(true);
  expect(readText("apps/cli/src/main.ts")).toMatch(new RegExp(`^ {2}"?${command}"?: async`, "m"));
  for (const [variable] of unit.matchAll(/SCANHOOK_[A-Z_]+/g)) {
    expect(settingsTable.map(({ name }) => toVariable(name))).toContain(variable);
  }
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.log("Skipped: systemd-analyze, which checks the unit, is not installed.");

test.skipIf(!hasSystemd)("systemd-analyze finds no problem in the unit", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-unit-"));
  try {
    // Only the program, the folder and the user of the unit are missing on this machine.
    const local = unit
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^WorkingDirectory=.+$/m, "WorkingDirectory=/")
      .replace(/^User=.+$/m, "User=root");
    await writeFile(join(dir, "scanhook.service"), local);
    const result = spawnSync("systemd-analyze", ["verify", join(dir, "scanhook.service")], {
      encoding: "utf8",
    });
    expect(result.stderr).not.toMatch(/scanhook\.service/);
    expect(result.status).toBe(0);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test("the README of deploy/ says of each file what was run and what was only checked", () => {
  const [, table = ""] = readText("deploy/README.md").split("| file | run | only checked |");
  const isCovered = (path: string) =>
    table.includes(`\`${path}\``) || table.includes(`\`${path.split("/")[0]}/\``);
  const files = readdirSync(join(root, "deploy"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .map(({ parentPath, name }) => relative(join(root, "deploy"), join(parentPath, name)));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !isCovered(path))).toEqual([]);
});

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
if (!hasCaddy) console.log("Skipped: caddy, which checks the Caddyfile, is not installed.");

test.skipIf(!hasCaddy)("Caddy accepts the Caddyfile", () => {
  const args = ["validate", "--adapter", "caddyfile", "--config", join(root, "deploy/Caddyfile")];
  const result = spawnSync("caddy", args, {
    encoding: "utf8",
    env: { ...process.env, SITE: "scans.example.org" },
  });
  expect(`${result.stdout}${result.stderr}`).toContain("Valid configuration");
});

function toVariable(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}
