// The threads of the store in SQLite, each as one file. A thread of hundreds of tests then starts
// in half the time that its hundred modules take.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepBundle } from "./kept-bundle.ts";

const folder = fileURLToPath(new URL("../../apps/hub/src/store/sqlite", import.meta.url));

/** Vitest calls it once for a run. load-bundled-threads.mjs reads the files in each thread. */
export default async function provideBundledThreads(): Promise<void> {
  const sources = ["packages/*/src/**/*.ts", "apps/hub/src/**/*.{ts,json}"];
  const inputs = [...sources, "package-lock.json"];
  process.env.BUNDLED_THREADS = await keepBundle("threads", inputs, bundleThreads);
}

async function bundleThreads(target: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  for (const thread of ["writer", "reader"]) {
    await using bundle = await rolldown({
      input: join(folder, `${thread}.ts`),
      platform: "node",
      logLevel: "silent",
      plugins: [
        {
          name: "same-folder",
          transform: {
            filter: { code: "import.meta.url", id: { include: /\/src\// } },
            handler(_, id) {
              // The bundle has the address of the thread, so only its folder has the right one.
              if (!id.startsWith(`${folder}/`)) throw new Error(`${id} needs its own address.`);
            },
          },
        },
      ],
    });
    await bundle.write({
      file: join(target, `${thread}.js`),
      codeSplitting: false,
    });
  }
}
