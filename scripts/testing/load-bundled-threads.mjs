// Node loads this into the processes and threads of the unit files, before anything else.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";

const thread = /\/apps\/hub\/src\/store\/sqlite\/(writer|reader)\.ts$/;
const folder = process.env.BUNDLED_THREADS;

if (!isMainThread && folder) {
  registerHooks({
    load(url, context, nextLoad) {
      const name = thread.exec(url)?.[1];
      if (!name) return nextLoad(url, context);
      const source = readFileSync(`${folder}/${name}.js`);
      return { format: "module", shortCircuit: true, source };
    },
  });
}
