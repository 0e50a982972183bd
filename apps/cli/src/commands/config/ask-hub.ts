import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfigFile, type Settings, type Store } from "@scanhook/hub";
import { decodeText } from "@scanhook/hub/text-file";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { parseHubUrl } from "../../hub-access/parse-hub-url.ts";
import { describeRefusal, requestApi } from "../../hub-access/request-api.ts";
import { trustCertificates } from "../../hub-access/trust.ts";
import type { Values } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { configUsage, type hubOptions } from "./usage.ts";

/** A question to a hub: a request to its API, or the same asked of its store. */
type Question<Answer> = {
  request: { method?: "GET" | "POST"; path: string; body?: object };
  isAnswer(body: unknown): body is Answer;
  askStore(store: Store, fileSettings: Readonly<Record<string, unknown>>): Promise<Answer>;
};

/**
 * Asks the hub that the options name, and passes the answer to `use`, which resolves to the exit
 * code. Otherwise writes to stderr why there is none.
 */
export async function askHub<Answer>(
  values: Values<typeof hubOptions>,
  io: Io,
  question: Question<Answer>,
  use: (answer: Answer) => number | Promise<number>,
): Promise<number> {
  if (values.hub === undefined) {
    if (values.ca !== undefined) return wrongUse(io, "--ca goes with --hub.", configUsage);
    const parsed = parseStoreSettings(values, io);
    return withStore({ parsed, usage: configUsage, io }, async (store, settings) =>
      use(await question.askStore(store, await readFileSettings(settings))),
    );
  }
  const storeOption = (["data", "database"] as const).find((name) => values[name] !== undefined);
  if (storeOption !== undefined)
    return wrongUse(io, `Give --hub or --${storeOption}, not both.`, configUsage);
  const hub = parseHubUrl(values.hub);
  if (!hub.ok) return wrongUse(io, `--hub: ${hub.reason}`, configUsage);
  const token = io.env.SCANHOOK_TOKEN;
  if (!token) {
    const reason =
      "--hub needs a token in the variable SCANHOOK_TOKEN; make one with the scope manage on the hub's dashboard, under Settings.";
    return wrongUse(io, reason, configUsage);
  }
  const caProblem = hub.value.protocol === "https:" && trustCertificates(values.ca);
  if (caProblem) return wrongUse(io, caProblem, configUsage);
  const response = await requestApi(hub.value, token, question.request);
  if (!response.ok) return fail(io, response.reason);
  const { status, body } = response.value;
  if (status !== 200 || !question.isAnswer(body))
    return fail(io, describeRefusal(hub.value, response.value));
  return use(body);
}

function fail(io: Io, reason: string): 1 {
  io.stderr.write(`${reason}\n`);
  return 1;
}

/** Reads the settings at the top of the present settings file; none without one. */
async function readFileSettings({ config, data }: Settings) {
  const { pickFileSettings } = await loadConfigFile();
  try {
    const decoded = decodeText(readFileSync(config ?? join(data, "scanhook.yaml")));
    return pickFileSettings(decoded.ok ? decoded.text : undefined);
  } catch {
    return {};
  }
}
