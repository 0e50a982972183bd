import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterEach, expect, test, vi } from "vitest";

const budget = 66_000;

test("loads less than 66 kB, compressed, before it shows anything", async () => {
  const files = await buildInMemory();
  const chunks = new Map(
    files.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
  );
  const initialChunks = new Set<string>();
  const addWithImports = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || initialChunks.has(name)) return;
    initialChunks.add(name);
    for (const importedName of chunk.imports) addWithImports(importedName);
  };
  for (const { fileName, name, isEntry } of chunks.values())
    if (isEntry && name === "index") addWithImports(fileName);
  expect(initialChunks.size).toBeGreaterThan(0);
  // The page shows nothing before it has the texts of its first part, here in English.
  const areas = [...initialChunks].flatMap((name) =>
    (chunks.get(name)?.moduleIds ?? []).flatMap(
      (id) => /\/texts\/([\w-]+)\.ts$/.exec(id)?.[1] ?? [],
    ),
  );
  for (const { fileName, facadeModuleId } of chunks.values())
    if (areas.some((area) => facadeModuleId?.endsWith(`/texts/en/${area}.json`)))
      initialChunks.add(fileName);
  expect(
    [...initialChunks].some((name) =>
      chunks.get(name)?.facadeModuleId?.endsWith("/texts/en/page.json"),
    ),
  ).toBe(true);
  expect(initialChunks.size).toBeLessThan(chunks.size);
  const page = files.find(({ fileName }) => fileName === "index.html");
  const html = page?.type === "asset" ? String(page.source) : "";
  const loaded = files.filter(
    ({ fileName }) => initialChunks.has(fileName) || html.includes(fileName),
  );
  const bytes = loaded.map(
    (file) => gzipSync(file.type === "chunk" ? file.code : file.source).length,
  );
  expect(bytes.reduce((sum, size) => sum + size, gzipSync(html).length)).toBeLessThan(budget);
});

async function buildInMemory() {
  const configFile = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
  // Builds as for production: Vitest sets NODE_ENV, and Vite would keep that value.
  vi.stubEnv("NODE_ENV", "production");
  const output = await build({ configFile, logLevel: "error", build: { write: false } });
  return (output as Rolldown.RolldownOutput).output;
}

afterEach(() => void vi.unstubAllEnvs());
