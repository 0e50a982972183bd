import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { asOwner, startTestHub } from "../../../apps/hub/src/testing/test-hub.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const execute = promisify(execFile);

/** A fenced block of a page. */
type Block = { language: string; text: string };

export function readCodeBlocks(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\w+)(?: title="[^"]*")?\n(.*?)^```$/gms)].map(
    ([, language = "", block = ""]) => ({
      language,
      text: block,
    }),
  );
}

/**
 * Returns the only block of a page in this language that contains `content`. Throws when there is
 * none or several.
 */
export function findCodeBlock(page: string, language: string, content = ""): string {
  const matchingBlocks = readCodeBlocks(page).filter(
    (block) => block.language === language && block.text.includes(content),
  );
  if (matchingBlocks.length !== 1)
    throw new Error(
      `${page} has ${matchingBlocks.length} ${language} blocks with “${content}”, not one.`,
    );
  return matchingBlocks[0]!.text;
}

/**
 * Follows a page of the docs as a reader would: starts an empty hub with the settings file of the
 * page, if it has one, and gives its commands an empty folder, `npx scanhook`, `TOKEN` and
 * `variables`. `replace` exchanges addresses in the settings for those of this test. Everything is
 * removed when disposed (`await using`).
 */
export async function followPage(
  page: string,
  {
    variables = {},
    replace = {},
  }: { variables?: Record<string, string>; replace?: Record<string, string> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "scanhook-page-"));
  const settings = join(folder, "scanhook.yaml");
  Object.assign(process.env, variables);
  await writeFile(settings, readSettingsBlock(page, replace) ?? "");
  const hub = await startTestHub("--egress-allow", "127.0.0.0/8", "--config", settings);
  const call = await asOwner(hub);
  const tokenResponse = await call("POST", "/api/tokens", { name: "page" });
  const { token } = (await tokenResponse.json()) as { token: string };
  const program = process.env.BUNDLED_COMMAND ?? join(root, "apps/cli/bin/scanhook.mjs");
  await writeFile(
    join(folder, "npx"),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`,
  );
  await chmod(join(folder, "npx"), 0o755);
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    SCANHOOK_DATA: hub.settings.data,
    TOKEN: token,
  };

  async function run(block: string, input = ""): Promise<string> {
    const script = block.replaceAll("http://localhost:8080", hub.base);
    const running = execute("sh", ["-ec", script], { cwd: folder, env });
    // A script that does not read its input may end before it gets any.
    running.child.stdin?.on("error", () => {});
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  return {
    hub,
    folder,
    call,
    run,
    /**
     * Runs every `sh` block. `output` is what it printed, `shown` the `text` or `csv` block that
     * follows it on the page.
     */
    async runAll(): Promise<{ command: string; output: string; shown?: string }[]> {
      const blocks = readCodeBlocks(page);
      const results: { command: string; output: string; shown?: string }[] = [];
      for (const [index, { language, text: command }] of blocks.entries()) {
        if (language !== "sh") continue;
        const next = blocks[index + 1];
        const shown = next && ["text", "csv"].includes(next.language) ? next.text : undefined;
        results.push({
          command,
          output: await run(command),
          ...(shown !== undefined && { shown }),
        });
      }
      return results;
    },
    /** Waits until no delivery is pending; a dead one is not. */
    waitUntilDelivered: () =>
      expect
        .poll(async () => (await call("GET", "/api/deliveries?state=pending")).json())
        .toEqual({ deliveries: [] }),
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
      for (const name of Object.keys(variables)) delete process.env[name];
    },
  };
}

/**
 * Returns the settings file on the page, with the texts in `replace` exchanged; undefined when the
 * page has none.
 */
export function readSettingsBlock(
  page: string,
  replace: Record<string, string> = {},
): string | undefined {
  const [block] = readCodeBlocks(page).filter(
    ({ language, text }) => language === "yaml" && text.includes("\nroutes:\n"),
  );
  if (!block) return undefined;
  return Object.entries(replace).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The settings of ${page} have no “${from}”.`);
    return text.replaceAll(from, to);
  }, block.text);
}

/**
 * Replaces everything that differs between two runs with its name: times, hashes, addresses and
 * generated passwords.
 */
export function maskVariableParts(text: string): string {
  return (
    text
      .replace(/\b[0-9a-f]{64}\b/g, "‹hash›")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "‹uuid›")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "‹time›")
      .replace(/\b\d{1,2} [A-Z][a-z]{2,3} \d{4}\b(, \d\d:\d\d)?/g, "‹day›")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "‹moment›")
      .replace(/\bat \d\d:\d\d\b/g, "at ‹minute›")
      .replace(/https?:\/\/[\d.]+:\d+/g, "‹hub›")
      .replace(/http:\/\/localhost:\d+/g, "‹hub›")
      // The hub prints one address for each network of this machine.
      .replace(/(\n {16}‹hub›\S+)+/g, "")
      .replace(/(Password {2}).{22}/g, "$1‹password›")
      .replace(/\d+ days? overdue/g, "‹days› overdue")
      .replace(/in \d+ ms/g, "in ‹some› ms")
      .replace(/\(\d+ ms\)/g, "(‹some› ms)")
      .replace(/[ \t]+$/gm, "")
      .replace(/\r/g, "")
      // A terminal does not show the byte order mark of a CSV file.
      .replace(/^\ufeff/, "")
  );
}
