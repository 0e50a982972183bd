// The command as its npm package bundles it, which starts in half the time of its sources.
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepBundle } from "../scripts/testing/kept-bundle.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const inputs = [
  "packages/*/{package.json,src/**/*}",
  "apps/{cli,hub}/{package.json,src/**/*}",
  "apps/cli/bin/*",
  "scripts/release/*.ts",
  "e2e/{bundled-command,hash-quickly}.ts",
  "package-lock.json",
];

/** Vitest calls it once for a run, before it starts the processes of the stories. */
export default async function provideBundledCommand(): Promise<void> {
  await findBundledCommand();
}

/** Returns the path of the program. It is bundled first if its sources have changed. */
export async function findBundledCommand(): Promise<string> {
  process.env.BUNDLED_COMMAND ??= await makeCommand();
  return process.env.BUNDLED_COMMAND;
}

async function makeCommand(): Promise<string> {
  return join(await keepBundle("command", inputs, bundle), "bin/scanhook.mjs");
}

async function bundle(target: string): Promise<void> {
  // The processes of the stories do not need the bundler.
  const { bundleCommand, hubFiles } = await import("../scripts/release/bundle-command.ts");
  const { hashQuickly } = await import("./hash-quickly.ts");
  await bundleCommand(join(target, "dist"), [hashQuickly]);
  for (const file of ["bin", "package.json"]) {
    cpSync(join(root, "apps/cli", file), join(target, file), { recursive: true });
  }
  for (const path of hubFiles) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(join(root, "apps", path), join(target, path));
  }
}
