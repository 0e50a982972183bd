// The Dockerfile, the compose files, the Caddyfile and the systemd unit name paths, ports and settings that must exist.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseSettings } from "../apps/hub/src/settings/settings.ts";
import { settingsTable } from "../apps/hub/src/settings/settings-table.ts";
import { startTestHub } from "../apps/hub/src/testing/test-hub.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), "utf8");
const findDefault = (name: string) => settingsTable.find((row) => row.name === name)?.default;
const ports = ["http-port", "https-port"].map(findDefault);

type Service = {
  build?: string;
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

const listHubs = ({ services }: Compose) => Object.values(services).filter(({ build }) => build);

test.each(composeFiles)("%s gives its hubs valid settings", (path) => {
  const hubs = listHubs(compose(path));
  expect(hubs.length).toBeGreaterThan(0);
  for (const { environment = {}, build } of hubs) {
    expect(existsSync(join(root, "deploy", build!, "Dockerfile"))).toBe(true);
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
  const hubs = Object.entries(file.services).filter(([, { build }]) => build);
  expect(hubs).toHaveLength(2);
  const [firstHub, secondHub] = hubs.map(([, hub]) => hub);
  expect(firstHub?.environment).toEqual(secondHub?.environment);
  expect(firstHub?.secrets).toEqual(secondHub?.secrets);
  expect(hubs.flatMap(([, hub]) => hub.ports ?? [])).toEqual([]);
  const caddyfile = readText("deploy/Caddyfile");
  const upstreams = /reverse_proxy (.+) \{/.exec(caddyfile)?.[1]?.split(" ");
  expect(upstreams).toEqual(hubs.map(([name]) => `${name}:${ports[0]}`));
  expect(caddyfile).toContain("health_uri /readyz");
  expect(readText("apps/hub/src/api/health.ts")).toContain('"/readyz"');
});

const lines = readText("Dockerfile").replaceAll("\\\n", " ").split("\n");
const stageStarts = lines.flatMap((line, i) => (line.startsWith("FROM ") ? [i] : []));
const sliceStage = (stageIndex: number) =>
  lines.slice(stageStarts[stageIndex], stageStarts[stageIndex + 1]);
const findCopied = (stageLines: string[]) =>
  stageLines.flatMap((line) => {
    const [, from, sources] = /^COPY (--from=build )?(.+) \S+$/.exec(line) ?? [];
    return (sources?.split(" ") ?? []).map((path) =>
      from ? path.replace("/opt/scanhook/", "") : path,
    );
  });

test("the image is built with the pinned Node and runs on it", () => {
  const { devDependencies } = JSON.parse(readText("scripts/node/package.json"));
  const { scripts } = JSON.parse(readText("package.json"));
  const major = /\d+/.exec(devDependencies.node)?.[0];
  for (const stageIndex of [0, 1])
    expect(sliceStage(stageIndex)[0]).toMatch(new RegExp(`^FROM node:${major}-`));
  for (const [, name] of sliceStage(0)
    .join("\n")
    .matchAll(/npm run (\S+)/g)) {
    expect(scripts).toHaveProperty(name!);
  }
});

test("the image contains every package that the command needs, and the built pages", () => {
  const included = findCopied(sliceStage(1));
  const needed = new Set<string>();
  const visit = (folder: string) => {
    if (needed.has(folder)) return;
    needed.add(folder);
    const { dependencies = {} } = JSON.parse(readText(`${folder}/package.json`));
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith("@scanhook/")) continue;
      const folders = ["packages", "apps"].map((kind) => name.replace("@scanhook", kind));
      visit(folders.find((candidate) => existsSync(join(root, candidate)))!);
    }
  };
  visit("apps/cli");
  for (const folder of needed) {
    expect(
      included.some((path) => path === folder || folder.startsWith(`${path}/`)),
      folder,
    ).toBe(true);
  }
  const pages = [
    ...readText("apps/hub/src/compose/create-app.ts").matchAll(/`\$\{appsDir\}([^`]+)`/g),
  ];
  expect(pages.length).toBeGreaterThan(0);
  for (const [, page] of pages) {
    const path = `apps/${page}`;
    expect(
      included.some((copied) => path === copied || path.startsWith(`${copied}/`)),
      path,
    ).toBe(true);
  }
});

test("the image runs as an ordinary user and names existing settings, ports and commands", () => {
  const finalStage = sliceStage(1);
  const users = finalStage.filter((line) => line.startsWith("USER "));
  expect(users).toEqual(["USER node"]);
  expect(finalStage).toContain(`EXPOSE ${ports.join(" ")}`);
  for (const [variable] of finalStage.join("\n").matchAll(/SCANHOOK_[A-Z_]+/g)) {
    expect(settingsTable.map(({ name }) => toVariable(name))).toContain(variable);
  }
  const linked = /ln -s \/opt\/scanhook\/(\S+) \/usr\/local\/bin\/scanhook/.exec(
    finalStage.join("\n"),
  )?.[1];
  accessSync(join(root, linked!), constants.X_OK);
  expect(readText("Dockerfile")).toContain(`process.env.SCANHOOK_HTTP_PORT || ${ports[0]}`);
});

test(".dockerignore lets through everything that the build and the hub need", () => {
  const rules = readText(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(rules[0]).toBe("*");
  const needed = [
    ...findCopied(sliceStage(1)),
    "package-lock.json",
    "scripts/build.ts",
    "tsconfig.base.json",
  ];
  for (const path of needed.filter((path) => path !== "node_modules")) {
    expect(rules, path).toContain(`!${path.split("/")[0]}`);
  }
});

test("the health check of the image exits with 0 while the hub is ready and with 1 otherwise", async () => {
  const [line] = sliceStage(1).filter((line) => line.includes('CMD ["node", "-e"'));
  const [node, ...args] = JSON.parse(line!.slice(line!.indexOf("["))) as string[];
  expect(node).toBe("node");
  const hub = await startTestHub();
  const runHealthCheck = async () => {
    const env = { ...process.env, SCANHOOK_HTTP_PORT: String(hub.hub.httpPort) };
    const [code] = await once(spawn(process.execPath, args, { env }), "exit");
    return code;
  };
  expect(await runHealthCheck()).toBe(0);
  await hub[Symbol.asyncDispose]();
  expect(await runHealthCheck()).toBe(1);
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
