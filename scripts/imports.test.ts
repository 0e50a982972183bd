import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCircles, findImports, type Import, parseImports } from "./imports.ts";

describe("parseImports", () => {
  it.each([
    ['import { a } from "./a.ts";', "./a.ts", "import"],
    ['import a, * as b from "./a.ts";', "./a.ts", "import"],
    ['import {\n  a,\n  b,\n} from "./a.ts";', "./a.ts", "import"],
    ['import type { A } from "./a.ts";', "./a.ts", "import"],
    ['import "./a.css";', "./a.css", "import"],
    ['import data from "./a.json" with { type: "json" };', "./a.json", "import"],
    ['let a: import("./a.ts").A;', "./a.ts", "import"],
    ['type A = typeof import("./a.ts");', "./a.ts", "import"],
    ['export { a } from "./a.ts";', "./a.ts", "re-export"],
    ['export type { A } from "./a.ts";', "./a.ts", "re-export"],
    ['export * from "./a.ts";', "./a.ts", "re-export"],
    ['export * as a from "./a.ts";', "./a.ts", "re-export"],
    ['const load = () => import("./a.ts");', "./a.ts", "dynamic import"],
    ['new Worker(new URL("./a.ts", import.meta.url));', "./a.ts", "address"],
  ])("finds the import in %j", (text, specifier, kind) => {
    expect(parseImports("file.ts", text)).toEqual([{ specifier, kind }]);
  });

  it.each([
    '// import { a } from "./a.ts";',
    `const text = 'import { a } from "./a.ts";';`,
    'const text = `\nimport { a } from "./a.ts";\n`;',
    "export { a };",
    "const load = (name) => import(name);",
    'new URL("./a", "https://example.com/");',
  ])("finds no import in %j", (text) => {
    expect(parseImports("file.ts", text)).toEqual([]);
  });

  it("finds the imports of a Svelte file in both scripts and in the markup", () => {
    const text = `
<script module lang="ts">
  export type { A } from "./a.ts";
</script>
<script lang="ts">
  import B from "./B.svelte";
</script>
{#await import("./C.svelte") then { default: C }}<C />{/await}
`;
    expect(parseImports("File.svelte", text)).toEqual([
      { specifier: "./a.ts", kind: "re-export" },
      { specifier: "./B.svelte", kind: "import" },
      { specifier: "./C.svelte", kind: "dynamic import" },
    ]);
  });

  it("finds the imports of an Astro file in its front matter and its scripts", () => {
    const text = `---
import A from "./A.astro";
---
<A />
<script>
  import { b } from "./b.ts";
</script>
`;
    expect(parseImports("File.astro", text)).toEqual([
      { specifier: "./A.astro", kind: "import" },
      { specifier: "./b.ts", kind: "import" },
    ]);
  });
});

describe("findImports", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "scanhook-imports-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(file: string, text: string) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const listTargets = () =>
    findImports(root, "**/*.ts").map(({ file, target }) => `${file} → ${target}`);

  it("resolves relative paths from the importing file and leaves out a query", () => {
    write("packages/a/src/a.ts", 'import "../../b/src/b.ts";\nimport "./c.ts?raw";');
    expect(listTargets()).toEqual([
      "packages/a/src/a.ts → packages/b/src/b.ts",
      "packages/a/src/a.ts → packages/a/src/c.ts",
    ]);
  });

  it("resolves the name of a package of the project to the file that its exports name", () => {
    const exports = { ".": "./src/index.ts", "./node": "./src/node.ts" };
    write("packages/b/package.json", JSON.stringify({ name: "@x/b", exports }));
    write("apps/a/a.ts", 'import "@x/b";\nimport "@x/b/node";\nimport "svelte";');
    expect(listTargets()).toEqual([
      "apps/a/a.ts → packages/b/src/index.ts",
      "apps/a/a.ts → packages/b/src/node.ts",
      "apps/a/a.ts → svelte",
    ]);
  });

  it("leaves out dependencies and build output", () => {
    write("apps/a/node_modules/b/b.ts", 'import "./c.ts";');
    write("apps/a/dist/b.ts", 'import "./c.ts";');
    expect(listTargets()).toEqual([]);
  });
});

describe("findCircles", () => {
  const createImports = (
    edges: Record<string, string[]>,
    kind: Import["kind"] = "import",
  ): Import[] =>
    Object.entries(edges).flatMap(([file, targets]) =>
      targets.map((target) => ({ file, target, kind, specifier: target })),
    );

  it("finds none in a tree and in a diamond", () => {
    expect(findCircles(createImports({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
  });

  it("finds two files that import each other, and a file that imports itself", () => {
    expect(findCircles(createImports({ x: ["x"], b: ["a"], a: ["b"] }))).toEqual([
      ["a", "b"],
      ["x"],
    ]);
  });

  it("finds a long circle that is reached from outside it", () => {
    const edges = { start: ["a"], a: ["b"], b: ["c", "end"], c: ["d"], d: ["a"], end: [] };
    expect(findCircles(createImports(edges))).toEqual([["a", "b", "c", "d"]]);
  });

  it("keeps circles apart that only one import connects", () => {
    const edges = { a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] };
    expect(findCircles(createImports(edges))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("counts dynamic imports but not the addresses of workers", () => {
    const edges = { a: ["b"], b: ["a"] };
    expect(findCircles(createImports(edges, "dynamic import"))).toEqual([["a", "b"]]);
    expect(findCircles(createImports(edges, "address"))).toEqual([]);
  });
});
