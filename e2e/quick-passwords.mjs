// Loaded into the hubs of most stories: they hash passwords at a low cost, because the usual one
// takes a fifth of a second of a processor at each log-in, pairing and first scan of a phone. What
// they check says its cost itself.
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

const usual = "const usualCost: Cost = { ln: 15, r: 8, p: 3 };";

/** @type {import("node:module").LoadHookSync} */
function load(url, context, nextLoad) {
  const loaded = nextLoad(url, context);
  if (!url.endsWith("/apps/hub/src/login/passwords.ts")) return loaded;
  const source = String(loaded.source);
  if (!source.includes(usual)) throw new Error(`${url} has no line "${usual}" any more.`);
  return { ...loaded, source: source.replace(usual, "const usualCost = { ln: 5, r: 8, p: 1 };") };
}

if (isMainThread) registerHooks({ load });
