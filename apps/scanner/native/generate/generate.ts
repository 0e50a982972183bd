import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readSystemTexts, type SystemLanguages } from "../../system-texts.ts";
import { generateAndroidManifest } from "./android-manifest.ts";
import { generateDrawables, generateShortcuts } from "./android-shortcuts.ts";
import { generateAndroidTexts, generateLocalesConfig, toValuesFolder } from "./android-texts.ts";
import { generateAppActions } from "./app-actions.ts";
import { drawImages } from "./images.ts";
import { editInfoPlist, generateEntitlements } from "./info-plist.ts";
import { generateTextTables, textTables } from "./ios-texts.ts";
import { javaPackage, type Shell } from "./shell.ts";
import { editXcodeProject, type ProjectFile } from "./xcode-project.ts";

const nativeFolder = fileURLToPath(new URL("..", import.meta.url));
const capacitor = join(
  dirname(createRequire(import.meta.url).resolve("@capacitor/cli/package.json")),
  "bin/capacitor",
);

/**
 * Writes both projects into `folder` and replaces existing ones. The folder must be inside the
 * repository, whose node_modules the projects refer to, and contain the built page in `web`.
 * Rejects with Capacitor's output if a step fails.
 */
export async function generateShell(folder: string, shell: Shell): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(nativeFolder, "package.json"), "utf8"));
  const description = { name: "shell", private: true, version: shell.version, dependencies };
  await writeFile(join(folder, "package.json"), toJson(description));
  await writeFile(join(folder, "capacitor.config.json"), toJson(createCapacitorConfig(shell)));
  for (const platform of [["android"], ["ios", "--packagemanager", "SPM"]] as const) {
    await rm(join(folder, platform[0]), { recursive: true, force: true });
    await runCapacitor(folder, ["add", ...platform]);
  }
  const [ios, android] = [join(folder, "ios"), join(folder, "android")];
  const languages = readSystemTexts();
  await Promise.all([finishIos(ios, shell, languages), finishAndroid(android, shell, languages)]);
  await drawImages(ios, android);
}

function createCapacitorConfig({ id, name }: Shell): object {
  return {
    appId: id,
    appName: name,
    webDir: "web",
    // The log of a released app must not contain scans.
    loggingBehavior: "debug",
    android: { allowMixedContent: false },
    // The app calls these plugins itself. Enabled, they would also replace the page's `fetch` and
    // cookies.
    plugins: { CapacitorHttp: { enabled: false }, CapacitorCookies: { enabled: false } },
  };
}

async function runCapacitor(folder: string, args: readonly string[]): Promise<void> {
  const run = spawn(process.execPath, [capacitor, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // Capacitor asks no questions when CI is set.
    env: { ...process.env, CI: "1" },
  });
  const [output, errorOutput, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`cap ${args.join(" ")} failed:\n${output}${errorOutput}`);
}

async function finishIos(folder: string, shell: Shell, languages: SystemLanguages): Promise<void> {
  const app = join(folder, "App/App");
  const sources = await readdir(join(nativeFolder, "ios"));
  await cp(join(nativeFolder, "ios"), app, { recursive: true });
  await writeFile(join(app, "AppActions.swift"), generateAppActions(languages.get("en")!));
  await writeFile(join(app, "App.entitlements"), generateEntitlements(shell));
  await editFile(join(app, "Info.plist"), (template) => editInfoPlist(template, shell, languages));
  for (const language of languages.keys()) {
    await mkdir(join(app, `${language}.lproj`));
    for (const [name, table] of Object.entries(generateTextTables(languages, language))) {
      await writeFile(join(app, `${language}.lproj`, name), table);
    }
  }

  const project = join(folder, "App/App.xcodeproj/project.pbxproj");
  await editFile(project, (template) => {
    const files = [...sources, "AppActions.swift", "App.entitlements"]
      .filter((name) => !template.includes(`/* ${name} */`))
      .map((name): ProjectFile => ({ name, phase: findBuildPhase(name) }));
    const translated = { names: textTables, languages: [...languages.keys()] };
    return editXcodeProject(template, files, translated, shell);
  });
}

function findBuildPhase(name: string): ProjectFile["phase"] {
  if (name.endsWith(".swift")) return "Sources";
  return name.endsWith(".entitlements") ? "none" : "Resources";
}

async function finishAndroid(
  folder: string,
  shell: Shell,
  languages: SystemLanguages,
): Promise<void> {
  const main = join(folder, "app/src/main");
  const java = join(main, "java");
  const res = join(main, "res");
  const sources = join(java, ...javaPackage.split("."));
  // The MainActivity of the template is removed, because the app has its own in another package.
  await rm(java, { recursive: true });
  await mkdir(sources, { recursive: true });
  for (const name of await readdir(join(nativeFolder, "android"))) {
    const target = name.endsWith(".java") ? sources : join(res, "xml");
    await cp(join(nativeFolder, "android", name), join(target, name));
  }
  await writeFile(join(main, "AndroidManifest.xml"), generateAndroidManifest(shell));
  await writeFile(join(res, "xml/shortcuts.xml"), generateShortcuts(shell));
  await writeFile(join(res, "xml/locales_config.xml"), generateLocalesConfig(languages.keys()));
  for (const [language, texts] of languages) {
    const values = join(res, toValuesFolder(language));
    await mkdir(values, { recursive: true });
    await writeFile(join(values, "actions.xml"), generateAndroidTexts(texts));
  }
  for (const [name, drawable] of generateDrawables()) {
    await writeFile(join(res, "drawable", name), drawable);
  }
  await editFile(join(folder, "app/build.gradle"), (template) =>
    template
      .replace('versionName "1.0"', `versionName "${shell.version}"`)
      .replace("versionCode 1\n", `versionCode ${shell.build}\n`),
  );
}

async function editFile(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, "utf8")));
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
