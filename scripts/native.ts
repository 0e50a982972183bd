// Builds the scanner for the native shell and replaces its Xcode and Gradle projects.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { generateShell } from "../apps/scanner/native/generate/generate.ts";
import {
  isAppId,
  parseBuild,
  parseOrigin,
  type Shell,
} from "../apps/scanner/native/generate/shell.ts";

const usage = `npm run native -- [--id org.example.scanner] [--origin https://hub.example] [--team ABCDE12345]
                         [--build 2]

  --id      the id of the app at Apple and Google; choose your own for your own app
  --origin  a hub whose links open the app; may be repeated
  --team    your team at Apple, ten characters; without it, Xcode asks
  --build   the number of this upload, higher than all before; without it, 1`;

const native = fileURLToPath(new URL("../apps/scanner/native/", import.meta.url));
const folder = `${native}dist`;

try {
  const shell = readShell(process.argv.slice(2));
  if (shell) await writeProjects(shell);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error("“npm run native -- --help” shows the options.");
  process.exitCode = 1;
}

async function writeProjects(shell: Shell): Promise<void> {
  console.error("Building the scanner for the shell …");
  await build({ configFile: `${native}vite.config.ts`, logLevel: "warn" });
  console.error("Writing the projects …");
  await generateShell(folder, shell);
  console.error(`Done: ${shell.id} ${shell.version} (${shell.build}).
  Xcode:          open apps/scanner/native/dist/ios/App/App.xcodeproj
  Android Studio: open the folder apps/scanner/native/dist/android`);
}

/** Returns undefined for `--help`. Throws an error with a sentence when a value is invalid. */
function readShell(args: string[]): Shell | undefined {
  const { values } = parseArgs({
    args,
    options: {
      id: { type: "string", default: "org.scanhook.scanner" },
      origin: { type: "string", multiple: true, default: [] },
      team: { type: "string" },
      build: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  if (!isAppId(values.id)) {
    throw new Error(
      `“${values.id}” is not an app id; use letters, digits and dots: org.example.scanner.`,
    );
  }
  if (values.team !== undefined && !/^[A-Z0-9]{10}$/.test(values.team)) {
    throw new Error(`“${values.team}” is not a team id; Apple's have ten letters and digits.`);
  }
  const buildNumber = parseBuild(values.build);
  if (buildNumber === undefined) {
    throw new Error(
      `“${values.build}” is not the number of a build; use a whole number from 1 to 2100000000.`,
    );
  }
  const { version } = JSON.parse(readFileSync(`${native}package.json`, "utf8")) as {
    version: string;
  };
  return {
    id: values.id,
    name: "Scanhook",
    version,
    build: buildNumber,
    origins: values.origin.map((typed) => {
      const origin = parseOrigin(typed);
      if (!origin)
        throw new Error(`“${typed}” is not the address of a hub; write it as https://hub.example.`);
      return origin;
    }),
    ...(values.team === undefined ? {} : { team: values.team }),
  };
}
