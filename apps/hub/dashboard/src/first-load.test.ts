import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterEach, expect, test, vi } from "vitest";

const budget = 64_000;

test("what the dashboard loads before it shows anything stays under its budget, compressed", async () => {
  const files = await buildInMemory();
  const chunks = new Map(
    files.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
  );
  const first = new Set<string>();
  const follow = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || first.has(name)) return;
    first.add(name);
    for (const other of chunk.imports) follow(other);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) follow(fileName);
  expect(first.size).toBeGreaterThan(0);
  expect(first.size).toBeLessThan(chunks.size);
  const page = files.find(({ fileName }) => fileName === "index.html");
  const html = page?.type === "asset" ? String(page.source) : "";
  const loaded = files.filter(({ fileName }) => first.has(fileName) || html.includes(fileName));
  const bytes = loaded.map(
    (file) => gzipSync(file.type === "chunk" ? file.code : file.source).length,
  );
  expect(bytes.reduce((sum, one) => sum + one, gzipSync(html).length)).toBeLessThan(budget);
});

async function buildInMemory() {
  const configFile = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
  // As it is built to be served: Vite takes the word of a variable that is set, and Vitest has set it.
  vi.stubEnv("NODE_ENV", "production");
  const built = await build({ configFile, logLevel: "error", build: { write: false } });
  return (built as Rolldown.RolldownOutput).output;
}

afterEach(() => void vi.unstubAllEnvs());
