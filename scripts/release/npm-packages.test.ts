import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { toBuffer } from "bwip-js/node";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { libraries, makeNpmPackages } from "./npm-packages.ts";
import { makeRelease } from "./release.ts";
import { run } from "./run.ts";
import { npmSteps } from "./steps.ts";

const root = join(import.meta.dirname, "../..");

// Each package is installed from its tarball into an empty folder, as a stranger would.
const folder = mkdtempSync(join(tmpdir(), "scanhook-npm-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let tarballs: string[];
beforeAll(async () => {
  tarballs = await makeNpmPackages(join(folder, "packages"));
});

/** Makes an empty folder and installs packages into it. Returns its path. */
async function install(name: string, packages: string[]): Promise<string> {
  const target = join(folder, name);
  mkdirSync(target);
  writeFileSync(join(target, "package.json"), '{ "version": "1.0.0", "private": true }\n');
  await run("npm", ["install", ...packages, "--no-audit", "--no-fund", "--loglevel=error"], target);
  return target;
}

const tarballOf = (name: string) => tarballs.find((path) => path.includes(`/${name}-0.`))!;

test.each([...libraries, "scanhook"])("publint finds nothing in %s", async (name) => {
  const pkgDir = join(folder, "packages", name);
  const { messages, pkg } = await publint({ pkgDir, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
});

test("a release made of the same sources elsewhere has the same packages, and the sums of its files", async () => {
  const release = join(folder, "release");
  const files = await makeRelease({ folder: release, version: "0.1.0", seconds: 0 }, npmSteps);
  for (const path of tarballs) {
    expect(files).toContain(basename(path));
    expect(readFileSync(path).equals(readFileSync(join(release, basename(path))))).toBe(true);
  }
  expect(files).toEqual(expect.arrayContaining(["scanhook-0.1.0.cdx.json", "SHA256SUMS"]));
  const sums = await run("sha256sum", ["--check", "SHA256SUMS"], release);
  expect(sums.trim().split("\n")).toEqual(
    files.filter((file) => file !== "SHA256SUMS").map((file) => `${file}: OK`),
  );
});

describe("the command", () => {
  let target: string;
  beforeAll(async () => {
    target = await install("command", [tarballOf("scanhook")]);
  });
  const command = (node: string, ...args: string[]) =>
    run(node, ["node_modules/scanhook/bin/scanhook.mjs", ...args], target);

  test("takes less than 60 MB on a disk, without other packages", () => {
    const modules = join(target, "node_modules");
    expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["scanhook"]);
    const files = readdirSync(modules, { recursive: true, withFileTypes: true });
    const bytes = files.map(({ parentPath, name }) => {
      const { size, blocks = 0 } = statSync(join(parentPath, name));
      return Math.max(size, blocks * 512);
    });
    expect(bytes.reduce((sum, part) => sum + part)).toBeLessThan(60e6);
  });

  test("names the licence of every package whose code it contains", () => {
    const path = join(target, "node_modules/scanhook/THIRD-PARTY-LICENSES");
    const licenses = readFileSync(path, "utf8");
    const maps = globSync(join(target, "node_modules/scanhook/dist/*.map"));
    const sources = maps.flatMap(
      (map) => JSON.parse(readFileSync(map, "utf8")).sources as string[],
    );
    const names = sources.flatMap(
      (source) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
    );
    expect(new Set(names).size).toBeGreaterThan(50);
    expect([...new Set(names)].filter((name) => !licenses.includes(`\n${name} `))).toEqual([]);
  });

  test("finds its font and the thread that checks a backup", async () => {
    const data = ["--data", join(folder, "data-files")];
    const guests = join(folder, "guests.csv");
    writeFileSync(guests, "name\nAda\n");
    const register = (...args: string[]) => command(process.execPath, "register", ...args, ...data);
    await register("add", "gala", "--kind", "check-in");
    await register("import", "gala", guests, "--label", "name");
    const sheets = join(folder, "sheets.pdf");
    expect(await register("labels", "gala", "--out", sheets)).toContain("Wrote 1 label");
    const code = join(folder, "code.svg");
    await command(process.execPath, "code", "T-0001", "--format", "code128", "--out", code);
    expect(readFileSync(code, "utf8")).toMatch(/^<svg /);
    const archive = join(folder, "backup.tar.gz");
    await command(process.execPath, "backup", archive, ...data);
    expect(statSync(archive).size).toBeGreaterThan(1000);
  });

  test("reads a picture once sharp is installed beside it", async () => {
    const place = join(folder, "with-sharp");
    cpSync(target, place, { recursive: true });
    symlinkSync(join(root, "node_modules/sharp"), join(place, "node_modules/sharp"));
    const picture = await toBuffer({ bcid: "qrcode", text: "T-0002", scale: 4, padding: 8 });
    writeFileSync(join(place, "code.png"), picture);
    const bin = "node_modules/scanhook/bin/scanhook.mjs";
    expect(await run(process.execPath, [bin, "decode", "code.png"], place)).toContain("T-0002");
  });

  /** Returns the path of a Node of this version: the one that runs this, or one that npm brings. */
  async function findNode(major: string): Promise<string> {
    if (process.versions.node.split(".")[0] === major) return process.execPath;
    const place = await install(`node-${major}`, [`node@${major}`]);
    return join(place, "node_modules/node/bin/node");
  }

  test.each(["22", "24", "26"])("takes a scan on Node %s", async (major) => {
    const node = await findNode(major);
    const data = join(folder, `data-${major}`);
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const serve = ["serve", "--data", data, "--http-port", `${port}`, "--tls", "off"];
    const hub = spawn(node, ["node_modules/scanhook/bin/scanhook.mjs", ...serve], { cwd: target });
    try {
      for await (const line of createInterface(hub.stdout)) if (line.startsWith("ready")) break;
      const user = ["--user", "north", "--password", "north-door-1"];
      await command(node, "inbox", "add", "door", "--data", data, ...user);
      const sent = ["send", "--to", `${address}/in/door`, ...user, "--source", "code"];
      expect(await command(node, ...sent, "--content", "T-0001")).toMatch(/^Accepted/);
      expect(await command(node, "last", "code", "--data", data)).toBe("T-0001\n");
      for (const page of ["/", "/scan/", "/docs/", "/docs/reference/http-api/"]) {
        expect([page, (await fetch(`${address}${page}`)).status]).toEqual([page, 200]);
      }
    } finally {
      hub.kill();
      await once(hub, "exit");
    }
  });

  test.each([
    [["decode", "picture.png"], /the package sharp, .*"npm install sharp@\S+"/],
    [["code", "T-0001", "--out", "code.png"], /the package sharp, .*"npm install sharp@\S+"/],
    [
      ["serve", "--database", "postgres://localhost/scans"],
      /the package pg, .*"npm install pg@\S+"/,
    ],
  ])("%j names the package that is missing", async (args, sentence) => {
    const failed = command(process.execPath, ...args);
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
  });
});

describe("the libraries", () => {
  let target: string;
  beforeAll(async () => {
    // The versions that the lock file has. A newer one may have been published since.
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const needed = ["uuid", "zxing-wasm"].map(
      (name) => `${name}@${packages[`node_modules/${name}`].version}`,
    );
    const tarballs = libraries.map((name) => tarballOf(`scanhook-${name}`));
    target = await install("libraries", [...tarballs, ...needed]);
  });
  const names = libraries.map((name) => `@scanhook/${name}`);

  test("need packages that the command lists as npm does", async () => {
    type Component = { name: string; purl: string; hashes: unknown; licenses: unknown };
    const componentsOf = (text: string): Component[] =>
      JSON.parse(text).components.map(({ name, purl, hashes, licenses }: Component) => ({
        name,
        purl,
        hashes,
        licenses,
      }));
    const listed = await run("npm", ["sbom", "--sbom-format", "cyclonedx"], target);
    const others = componentsOf(listed).filter(({ name }) => !names.includes(name));
    expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["uuid", "zxing-wasm"]));
    const sbom = readFileSync(join(folder, "packages/scanhook/sbom.cdx.json"), "utf8");
    const direct = others.filter(({ name }) => ["uuid", "zxing-wasm"].includes(name));
    expect(componentsOf(sbom)).toEqual(expect.arrayContaining(direct));
  });

  const imports = names.map((name, index) => `import * as part${index} from "${name}";`).join("\n");
  const uses = names.map((_, index) => `Object.keys(part${index}).length`).join(" + ");

  test("are imported by modules and by CommonJS", async () => {
    writeFileSync(join(target, "module.mjs"), `${imports}\nconsole.log(${uses});\n`);
    const required = names.map((name, index) => `const part${index} = require("${name}");`);
    writeFileSync(join(target, "common.cjs"), `${required.join("\n")}\nconsole.log(${uses});\n`);
    const count = await run(process.execPath, ["module.mjs"], target);
    expect(Number(count)).toBeGreaterThan(20);
    expect(await run(process.execPath, ["common.cjs"], target)).toBe(count);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["bundler", "esnext"],
  ])("have types for moduleResolution %s", async (moduleResolution, module) => {
    const source = `${imports}\nconst count: number = ${uses};\nconst scan: part0.Scan = { identifier: "", date: "", content: "" };\nexport { count, scan };\n`;
    writeFileSync(join(target, "typed.mts"), source);
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2024",
      types: [],
      noEmit: true,
      strict: true,
      skipLibCheck: false,
    };
    const config = { compilerOptions, files: ["typed.mts"] };
    writeFileSync(join(target, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    // tsc reports errors on stdout.
    const errors = await run(process.execPath, [tsc, "-p", target], target).catch(
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(errors).toBe("");
  });

  test("are bundled for a page with a worker", async () => {
    writeFileSync(join(target, "worker.js"), `${imports}\npostMessage(${uses});\n`);
    writeFileSync(
      join(target, "page.js"),
      `${imports}\nconsole.log(${uses}, new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));\n`,
    );
    const bundled = await build({
      root: target,
      configFile: false,
      logLevel: "error",
      worker: { format: "es" },
      build: {
        write: false,
        chunkSizeWarningLimit: 1000,
        rolldownOptions: { input: join(target, "page.js") },
      },
    });
    const { output } = bundled as { output: { fileName: string }[] };
    expect(output.map(({ fileName }) => fileName).join()).toMatch(/page-.*worker-|worker-.*page-/);
  });
});
