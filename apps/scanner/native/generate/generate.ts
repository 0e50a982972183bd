import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { printAndroidManifest } from "./android-manifest.ts";
import { printDrawings, printShortcuts, printTitles } from "./android-shortcuts.ts";
import { printAppActions } from "./app-actions.ts";
import { drawPictures } from "./images.ts";
import { printEntitlements, printInfoPlist } from "./info-plist.ts";
import { javaPackage, type Shell } from "./shell.ts";
import { changeXcodeProject, type ProjectFile } from "./xcode-project.ts";

const own = fileURLToPath(new URL("..", import.meta.url));
const capacitor = join(
  dirname(createRequire(import.meta.url).resolve("@capacitor/cli/package.json")),
  "bin/capacitor",
);

/**
 * Writes both projects into `folder`, which has to lie below the project's node_modules, and holds the built page in
 * `web`. What was there before is replaced. Throws when a step fails, with what Capacitor said.
 */
export async function generateShell(folder: string, shell: Shell): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(own, "package.json"), "utf8"));
  const description = { name: "shell", private: true, version: shell.version, dependencies };
  await writeFile(join(folder, "package.json"), print(description));
  await writeFile(join(folder, "capacitor.config.json"), print(capacitorConfig(shell)));
  for (const platform of [["android"], ["ios", "--packagemanager", "SPM"]] as const) {
    await rm(join(folder, platform[0]), { recursive: true, force: true });
    await runCapacitor(folder, ["add", ...platform]);
  }
  const [ios, android] = [join(folder, "ios"), join(folder, "android")];
  await Promise.all([finishIos(ios, shell), finishAndroid(android, shell)]);
  await drawPictures(ios, android);
}

function capacitorConfig({ id, name }: Shell): object {
  return {
    appId: id,
    appName: name,
    webDir: "web",
    // Nothing of what is scanned in a released app's log.
    loggingBehavior: "debug",
    android: { allowMixedContent: false },
    // Used where they are called, and nowhere behind the page's back.
    plugins: { CapacitorHttp: { enabled: false }, CapacitorCookies: { enabled: false } },
  };
}

async function runCapacitor(folder: string, args: readonly string[]): Promise<void> {
  const run = spawn(process.execPath, [capacitor, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // It asks nothing then.
    env: { ...process.env, CI: "1" },
  });
  const [said, complained, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`cap ${args.join(" ")} failed:\n${said}${complained}`);
}

async function finishIos(folder: string, shell: Shell): Promise<void> {
  const app = join(folder, "App/App");
  const sources = await readdir(join(own, "ios"));
  await cp(join(own, "ios"), app, { recursive: true });
  await writeFile(join(app, "AppActions.swift"), printAppActions());
  await writeFile(join(app, "App.entitlements"), printEntitlements(shell));
  await change(join(app, "Info.plist"), (template) => printInfoPlist(template, shell));

  const project = join(folder, "App/App.xcodeproj/project.pbxproj");
  await change(project, (template) => {
    const files = [...sources, "AppActions.swift", "App.entitlements"]
      .filter((name) => !template.includes(`/* ${name} */`))
      .map((name): ProjectFile => ({ name, phase: phaseOf(name) }));
    return changeXcodeProject(template, files, shell);
  });
}

function phaseOf(name: string): ProjectFile["phase"] {
  if (name.endsWith(".swift")) return "Sources";
  return name.endsWith(".entitlements") ? "none" : "Resources";
}

async function finishAndroid(folder: string, shell: Shell): Promise<void> {
  const main = join(folder, "app/src/main");
  const java = join(main, "java");
  const res = join(main, "res");
  const sources = join(java, ...javaPackage.split("."));
  // Capacitor's own MainActivity, under the id of the app.
  await rm(java, { recursive: true });
  await mkdir(sources, { recursive: true });
  for (const name of await readdir(join(own, "android"))) {
    const target = name.endsWith(".java") ? sources : join(res, "xml");
    await cp(join(own, "android", name), join(target, name));
  }
  await writeFile(join(main, "AndroidManifest.xml"), printAndroidManifest(shell));
  await writeFile(join(res, "xml/shortcuts.xml"), printShortcuts(shell));
  await writeFile(join(res, "values/actions.xml"), printTitles());
  for (const [name, drawing] of printDrawings()) {
    await writeFile(join(res, "drawable", name), drawing);
  }
  await change(join(folder, "app/build.gradle"), (template) =>
    template.replace('versionName "1.0"', `versionName "${shell.version}"`),
  );
}

async function change(file: string, by: (text: string) => string): Promise<void> {
  await writeFile(file, by(await readFile(file, "utf8")));
}

function print(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
