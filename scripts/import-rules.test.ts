import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const isTest = (file: string) => /\.test\.ts$|conformance\.ts$|\/(fixtures|testing)\//.test(file);

type Import = { file: string; line: string; target: string };

/** Every import, dynamic ones and worker addresses included, with its target as a path in the project or a package name. */
const imports: Import[] = globSync(
  "{packages,apps,examples,e2e,bench,scripts}/**/*.{ts,mjs,js,svelte}",
  {
    cwd: root,
    exclude: (name) => /node_modules|(^|\/)dist$/.test(name),
  },
).flatMap((file) => {
  const text = readFileSync(resolve(root, file), "utf8");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']|new URL\(\s*["'](\.[^"']+)["']\s*,\s*import\.meta\.url/g;
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const target = name.startsWith(".")
      ? relative(root, resolve(root, dirname(file), name))
      : name
          .replace(/^@scanhook\/(webhook|codes|tags)\b/, "packages/$1")
          .replace(/^@scanhook\/(hub|scanner)\b/, "apps/$1");
    return { file, line: match[0].trim(), target };
  });
});

const room = (path: string) => /^(?:packages|apps)\/[^/]+/.exec(path)?.[0];
const breaking = (rule: (seen: Import) => boolean) =>
  imports.filter(rule).map(({ file, line }) => `${file}: ${line}`);

test("the rules look at real imports", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test("a package imports no other room", () => {
  expect(
    breaking(({ file, target }) => {
      const own = room(file);
      const other = room(target);
      return Boolean(own?.startsWith("packages/") && other && other !== own && !isTest(file));
    }),
  ).toEqual([]);
});

test("a package runs anywhere: only its node entry, its tests and their fixtures import Node", () => {
  expect(
    breaking(
      ({ file, target }) =>
        file.startsWith("packages/") &&
        target.startsWith("node:") &&
        !isTest(file) &&
        !file.endsWith("/node.ts"),
    ),
  ).toEqual([]);
});

test("an app imports no other app, except the command, which starts the hub", () => {
  expect(
    breaking(({ file, target }) => {
      const own = room(file);
      const other = room(target);
      if (!own?.startsWith("apps/") || !other?.startsWith("apps/") || own === other) return false;
      return !(own === "apps/cli" && other === "apps/hub");
    }),
  ).toEqual([]);
});

test("a room is entered by its door, not through its files", () => {
  expect(
    breaking(({ file, target }) => {
      const other = room(target);
      if (!other || other === room(file) || /^(e2e|bench|scripts)\//.test(file)) return false;
      return target.includes("/src/");
    }),
  ).toEqual([]);
});

test("only a room's index.ts passes on what others export", () => {
  const passingOn = globSync("{packages,apps}/*/{src,dashboard/src}/**/*.ts", { cwd: root }).filter(
    (file) =>
      !/^(?:packages|apps)\/[^/]+\/src\/index\.ts$/.test(file) &&
      /^export\s+(?:\*|\{[^}]*\})\s+from\s/m.test(readFileSync(resolve(root, file), "utf8")),
  );
  expect(passingOn).toEqual([]);
});

test("files are named by their subject", () => {
  const vague = globSync("{packages,apps,examples,e2e,bench,scripts}/**/*", {
    cwd: root,
    exclude: (name) => /node_modules|(^|\/)dist$/.test(name),
  }).filter((file) =>
    /(^|\/)(utils?|helpers?|common|misc|manager|shared|lib)(\.[a-z]+)?$/.test(file),
  );
  expect(vague).toEqual([]);
});
