// Dockerfile, compose files, Caddyfile and systemd unit name paths, ports and settings: all of them have to be there.
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
const text = (path: string) => readFileSync(join(root, path), "utf8");
const defaultOf = (name: string) => settingsTable.find((row) => row.name === name)?.default;
const ports = ["http-port", "https-port"].map(defaultOf);

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
const compose = (path: string): Compose => parse(text(path), { merge: true });

/** What `.env` would hold: `${NAME}` and `${NAME:?sentence}` become a value. */
function filledIn(value: string): string {
  return value.replace(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/g, (_, name) =>
    name === "SITE" ? "scans.example.org" : "https://192.168.1.5:8443",
  );
}

const hubsOf = ({ services }: Compose) => Object.values(services).filter(({ build }) => build);

test.each(composeFiles)("%s gives its hubs settings that are taken", (path) => {
  const hubs = hubsOf(compose(path));
  expect(hubs.length).toBeGreaterThan(0);
  for (const { environment = {}, build } of hubs) {
    expect(existsSync(join(root, "deploy", build!, "Dockerfile"))).toBe(true);
    const entries = Object.entries(environment).filter(([name]) => name.startsWith("SCANHOOK_"));
    expect(entries.length).toBeGreaterThan(0);
    const env = Object.fromEntries(entries.map(([name, value]) => [name, filledIn(value)]));
    expect(parseSettings({ args: [], env, readFile: () => undefined })).toMatchObject({ ok: true });
  }
});

test.each(composeFiles)("%s declares what it mounts, and mounts what it names", (path) => {
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

test("the compose file for a hub alone publishes the ports it listens on", () => {
  const [hub] = hubsOf(compose("deploy/compose.yaml"));
  expect(hub?.ports).toEqual(ports.map((port) => `${port}:${port}`));
});

test("both hubs behind Caddy share database and key, nobody else reaches them, and Caddy asks whether they are ready", () => {
  const file = compose("deploy/compose-postgres.yaml");
  const hubs = Object.entries(file.services).filter(([, { build }]) => build);
  expect(hubs).toHaveLength(2);
  const [first, second] = hubs.map(([, hub]) => hub);
  expect(first?.environment).toEqual(second?.environment);
  expect(first?.secrets).toEqual(second?.secrets);
  expect(hubs.flatMap(([, hub]) => hub.ports ?? [])).toEqual([]);
  const caddyfile = text("deploy/Caddyfile");
  const upstreams = /reverse_proxy (.+) \{/.exec(caddyfile)?.[1]?.split(" ");
  expect(upstreams).toEqual(hubs.map(([name]) => `${name}:${ports[0]}`));
  expect(caddyfile).toContain("health_uri /readyz");
  expect(text("apps/hub/src/api/health.ts")).toContain('"/readyz"');
});

const lines = text("Dockerfile").replaceAll("\\\n", " ").split("\n");
const stages = lines.flatMap((line, i) => (line.startsWith("FROM ") ? [i] : []));
const stage = (n: number) => lines.slice(stages[n], stages[n + 1]);
const copied = (of: string[]) =>
  of.flatMap((line) => {
    const [, from, sources] = /^COPY (--from=build )?(.+) \S+$/.exec(line) ?? [];
    return (sources?.split(" ") ?? []).map((path) =>
      from ? path.replace("/opt/scanhook/", "") : path,
    );
  });

test("the image is built with, and runs on, the Node the project pins", () => {
  const { devDependencies, scripts } = JSON.parse(text("package.json"));
  const major = /\d+/.exec(devDependencies.node)?.[0];
  for (const n of [0, 1]) expect(stage(n)[0]).toMatch(new RegExp(`^FROM node:${major}-`));
  for (const [, name] of stage(0)
    .join("\n")
    .matchAll(/npm run (\S+)/g)) {
    expect(scripts).toHaveProperty(name!);
  }
});

test("the image holds every room the command needs, and its pages", () => {
  const kept = copied(stage(1));
  const needed = new Set<string>();
  const visit = (folder: string) => {
    if (needed.has(folder)) return;
    needed.add(folder);
    const { dependencies = {} } = JSON.parse(text(`${folder}/package.json`));
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith("@scanhook/")) continue;
      const rooms = ["packages", "apps"].map((kind) => name.replace("@scanhook", kind));
      visit(rooms.find((room) => existsSync(join(root, room)))!);
    }
  };
  visit("apps/cli");
  for (const folder of needed) {
    expect(
      kept.some((path) => path === folder || folder.startsWith(`${path}/`)),
      folder,
    ).toBe(true);
  }
  const pages = [...text("apps/hub/src/routes.ts").matchAll(/`\$\{apps\}([^`]+)`/g)];
  expect(pages.length).toBeGreaterThan(0);
  for (const [, page] of pages) {
    const path = `apps/${page}`;
    expect(
      kept.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    ).toBe(true);
  }
});

test("the image runs as an ordinary user, with settings, ports and a command that exist", () => {
  const last = stage(1);
  const users = last.filter((line) => line.startsWith("USER "));
  expect(users).toEqual(["USER node"]);
  expect(last).toContain(`EXPOSE ${ports.join(" ")}`);
  for (const [variable] of last.join("\n").matchAll(/SCANHOOK_[A-Z_]+/g)) {
    expect(settingsTable.map(({ name }) => toVariable(name))).toContain(variable);
  }
  const linked = /ln -s \/opt\/scanhook\/(\S+) \/usr\/local\/bin\/scanhook/.exec(
    last.join("\n"),
  )?.[1];
  accessSync(join(root, linked!), constants.X_OK);
  expect(text("Dockerfile")).toContain(`process.env.SCANHOOK_HTTP_PORT || ${ports[0]}`);
});

test("what Docker is given is all that the build and the hub need", () => {
  const rules = text(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(rules[0]).toBe("*");
  const needed = [
    ...copied(stage(1)),
    "package-lock.json",
    "scripts/build.ts",
    "tsconfig.base.json",
  ];
  for (const path of needed.filter((one) => one !== "node_modules")) {
    expect(rules, path).toContain(`!${path.split("/")[0]}`);
  }
});

test("the health check of the image ends with 0 when the hub is ready, else with 1", async () => {
  const [line] = stage(1).filter((one) => one.includes('CMD ["node", "-e"'));
  const [node, ...args] = JSON.parse(line!.slice(line!.indexOf("["))) as string[];
  expect(node).toBe("node");
  const hub = await startTestHub();
  const check = async () => {
    const env = { ...process.env, SCANHOOK_HTTP_PORT: String(hub.hub.httpPort) };
    const [code] = await once(spawn(process.execPath, args, { env }), "exit");
    return code;
  };
  expect(await check()).toBe(0);
  await hub[Symbol.asyncDispose]();
  expect(await check()).toBe(1);
});

const unit = text("deploy/scanhook.service");

test("the systemd unit starts what there is, with settings that exist", () => {
  const folder = /^WorkingDirectory=(.+)$/m.exec(unit)?.[1];
  const [, program, script, command] = /^ExecStart=(\S+) (\S+) (\S+)$/m.exec(unit) ?? [];
  expect(program).toBe(`${folder}/node_modules/.bin/node`);
  expect(existsSync(join(root, script!))).toBe(true);
  expect(text("apps/cli/src/main.ts")).toMatch(new RegExp(`^ {2}"?${command}"?: async`, "m"));
  for (const [variable] of unit.matchAll(/SCANHOOK_[A-Z_]+/g)) {
    expect(settingsTable.map(({ name }) => toVariable(name))).toContain(variable);
  }
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.log("Skipped: systemd-analyze, which checks the unit, is not installed.");

test.skipIf(!hasSystemd)("systemd finds nothing wrong with the unit", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-unit-"));
  try {
    // Its program and folder are not on this machine; all else stays as it is.
    const here = unit
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^WorkingDirectory=.+$/m, "WorkingDirectory=/")
      .replace(/^User=.+$/m, "User=root");
    await writeFile(join(dir, "scanhook.service"), here);
    const run = spawnSync("systemd-analyze", ["verify", join(dir, "scanhook.service")], {
      encoding: "utf8",
    });
    expect(run.stderr).not.toMatch(/scanhook\.service/);
    expect(run.status).toBe(0);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
if (!hasCaddy) console.log("Skipped: caddy, which checks the Caddyfile, is not installed.");

test.skipIf(!hasCaddy)("Caddy takes the Caddyfile", () => {
  const args = ["validate", "--adapter", "caddyfile", "--config", join(root, "deploy/Caddyfile")];
  const run = spawnSync("caddy", args, {
    encoding: "utf8",
    env: { ...process.env, SITE: "scans.example.org" },
  });
  expect(`${run.stdout}${run.stderr}`).toContain("Valid configuration");
});

function toVariable(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}
