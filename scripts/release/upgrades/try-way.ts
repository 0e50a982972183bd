import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../testing/free-port.ts";
import { formatBytes } from "./disk-use.ts";
import type { Machine, Ports, Release, Way } from "./machine.ts";
import { walkUpgrade } from "./walk.ts";

/**
 * Updates every earlier release that could be installed in a way, and installs the new one in an
 * empty folder. Says what was seen. Returns the number of what failed, and the row of the way for
 * the table in the docs.
 */
export async function tryWay(
  way: Way,
  earlier: readonly Release[],
  to: Release,
  say: (line: string) => void,
): Promise<{ failures: number; rows: string[] }> {
  const whyNot = way.whyNot();
  if (whyNot) {
    say(`${way.name}: not shown, ${whyNot}`);
    return { failures: 0, rows: [] };
  }
  let failures = 0;
  const attempt = async <T>(
    title: string,
    work: (machine: Machine, ports: Ports) => Promise<T>,
  ) => {
    try {
      return await onMachine(way, work);
    } catch (error) {
      failures += 1;
      say(`${way.name}, ${title}: FAILED: ${describe(error)}`);
    }
  };
  for (const from of earlier) {
    const title = `${from.version} to ${to.version}`;
    if (!way.comesWith(from)) {
      say(`${way.name}, ${title}: no update, because ${from.version} had no file for it`);
      continue;
    }
    await attempt(title, (machine, ports) =>
      walkUpgrade(machine, { from, to, ports }, (line) => say(`${way.name}, ${title}: ${line}`)),
    );
  }
  const row = await attempt(`${to.version} installed anew`, (machine) => measure(machine, to));
  return { failures, rows: row ? [`| ${way.name} | ${row} |`] : [] };
}

async function onMachine<T>(
  way: Way,
  work: (machine: Machine, ports: Ports) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `scanhook-${way.name}-`));
  try {
    const http = await freePort(2);
    const ports = { http, https: http + 1 };
    await using machine = await way.prepare(folder, ports);
    return await work(machine, ports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs a release, and returns what it takes on the disk and how long it and its start took. */
async function measure(machine: Machine, release: Release): Promise<string> {
  const began = performance.now();
  const sinceBegan = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  await machine.install(release);
  const installed = sinceBegan();
  await using _ = await machine.start();
  const ready = sinceBegan();
  const { bytes, parts } = await machine.measure();
  return `${formatBytes(bytes)}, ${parts} | ${installed}, ready after ${ready}`;
}

/** Returns an error with what the program that failed printed. */
function describe(error: unknown): string {
  const { stack, stdout, stderr } = error as Partial<Record<"stack" | "stdout" | "stderr", string>>;
  return [stack ?? error, stdout, stderr].filter(Boolean).join("\n");
}
