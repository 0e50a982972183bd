// Runs Vitest on a few files in a folder of their own, to test what vitest.config.ts adds to it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

/** A folder for the files, which is removed when disposed. */
export function makeTestFolder(): Disposable & { path: string } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "scanhook-vitest-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Writes the files, which import only modules of Node, and runs Vitest on them. `config` is the
 * text of its options; `imports` are names from files of this folder that the text uses.
 */
export function runVitest(
  folder: string,
  files: Readonly<Record<string, string>>,
  {
    imports,
    config,
    env = {},
  }: { imports: Record<string, string>; config: string; env?: NodeJS.ProcessEnv },
): { status: number | null; output: string } {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const lines = Object.entries(imports).map(
    ([name, file]) =>
      `import { ${name} } from ${JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))};`,
  );
  const text = `${lines.join("\n")}\nexport default { test: { globals: true, ${config} } };`;
  writeFileSync(join(folder, "vitest.config.mjs"), text);
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, ...outside } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", "--root", folder],
    { env: { ...outside, ...env }, encoding: "utf8" },
  );
  return { status, output: stdout + stderr };
}
