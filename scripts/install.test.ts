import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A part of what `npm ls --json` prints. */
type Listed = { version?: string; dependencies?: Record<string, Listed> };

/** Lists the packages that npm would install to run the hub, as npm itself sees the lock file. */
function listWithNpm(): Set<string> {
  const workspaces = ["scanhook", "@scanhook/hub", "@scanhook/scanner"];
  const output = execFileSync(
    "npm",
    ["ls", "--all", "--json", "--package-lock-only", ...workspaces.map((name) => `-w=${name}`)],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 26, shell: process.platform === "win32" },
  );
  const found = new Set<string>();
  const add = ({ dependencies = {} }: Listed) => {
    for (const [name, listed] of Object.entries(dependencies)) {
      if (listed.version) found.add(`${name}@${listed.version}`);
      add(listed);
    }
  };
  add(JSON.parse(output));
  return found;
}

/** Lists the same as `npm start` does before anything is installed. */
function listAtStart(): string[] {
  const script = `
    import { readFileSync } from "node:fs";
    import { listDependencies, toRun } from "./scripts/install.mjs";
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const paths = listDependencies(packages, toRun).filter((path) => path.includes("node_modules/"));
    const external = paths.filter((path) => !packages[path].link);
    console.log(JSON.stringify(external.map((path) => \`\${path.split("node_modules/").at(-1)}@\${packages[path].version}\`)));
  `;
  const args = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

test("npm start looks for the packages that npm installs for it, and for no others", () => {
  const withNpm = listWithNpm();
  const atStart = listAtStart();
  expect(atStart.filter((name) => !withNpm.has(name))).toEqual([]);
  expect(atStart.length).toBeGreaterThan(200);
  const known = new Set(atStart);
  // npm also lists our own packages, and esbuild, which Vite can do without.
  const others = [...withNpm].filter((name) => !known.has(name));
  expect(
    others.filter((name) => !/^(@esbuild\/|esbuild@|@scanhook\/|scanhook@)/.test(name)),
  ).toEqual([]);
  // Browsers and test tools come with npm test.
  expect(
    atStart.filter((name) => /^(playwright|vitest|typescript|astro|node)@/.test(name)),
  ).toEqual([]);
});

test("no package brings tools of its tests to a clone that only runs the hub", () => {
  const manifests = globSync("packages/*/package.json", { cwd: root });
  expect(manifests.length).toBeGreaterThan(5);
  for (const path of manifests) {
    const { name, devDependencies } = JSON.parse(readFileSync(`${root}${path}`, "utf8"));
    expect({ name, devDependencies }).toEqual({ name, devDependencies: undefined });
  }
});

test.skipIf(process.platform === "win32")(
  "an update that runs on the pinned Node, as npm start does, keeps it",
  () => {
    const clone = realpathSync(mkdtempSync(join(tmpdir(), "scanhook-install-")));
    try {
      for (const file of ["scripts/install.mjs", "apps/cli/bin/fitting-node.mjs"]) {
        cpSync(join(root, file), join(clone, file));
      }
      cpSync(join(root, "package-lock.json"), join(clone, "package-lock.json"));
      const node = join(clone, "node_modules/node/bin/node");
      mkdirSync(dirname(node), { recursive: true });
      copyFileSync(process.execPath, node);
      // Stands for npm, and prints what it would install.
      writeFileSync(join(clone, "npm"), '#!/bin/sh\necho "$@"\n');
      chmodSync(join(clone, "npm"), 0o755);
      const script = `import { installToRun } from "./scripts/install.mjs";
        console.log(installToRun());`;
      const command = `"${node}" --input-type=module --eval '${script}' 2>&1`;
      const env = { PATH: `${clone}:/usr/bin:/bin` };
      const printed = execFileSync("/bin/sh", ["-c", command], { cwd: clone, env }).toString();
      const pinned = JSON.parse(readFileSync(join(root, "scripts/node/package.json"), "utf8"));
      expect(printed).toContain(` --workspace=${pinned.name} `);
      expect(printed).toContain(`\n${node}\n`);
    } finally {
      rmSync(clone, { recursive: true });
    }
  },
);
