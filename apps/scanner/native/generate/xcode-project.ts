import { createHash } from "node:crypto";
import type { Shell } from "./shell.ts";

/** Files of the app target, by the build phase they belong to; `none` is only listed. */
export type ProjectFile = { name: string; phase: "Sources" | "Resources" | "none" };

const types: Record<string, string> = {
  swift: "sourcecode.swift",
  xcprivacy: "text.xml",
  entitlements: "text.plist.entitlements",
};

/**
 * Lists the files in Capacitor's project and sets what an app of its own needs. App Intents are there from iOS 16 on.
 * Throws when the project no longer looks as it did when this was written.
 */
export function changeXcodeProject(
  project: string,
  files: readonly ProjectFile[],
  shell: Shell,
): string {
  let text = project;
  const insert = (before: string, line: string) => {
    if (!text.includes(before)) throw new Error(`Capacitor's Xcode project has no “${before}”.`);
    text = text.replace(before, () => `${line}${before}`);
  };
  const inPhase = (phase: string, line: string) => {
    const start = new RegExp(`isa = PBX${phase}BuildPhase;[^}]*?files = \\(\\n`);
    if (!start.test(text)) throw new Error(`Capacitor's Xcode project has no phase “${phase}”.`);
    text = text.replace(start, (found) => `${found}${line}`);
  };

  for (const { name, phase } of files) {
    const [reference, file] = [idOf(`reference ${name}`), idOf(`file ${name}`)];
    const type = types[name.split(".").at(-1) ?? ""] ?? "text";
    insert(
      "/* End PBXFileReference section */",
      `\t\t${reference} /* ${name} */ = {isa = PBXFileReference; lastKnownFileType = ${type}; path = ${name}; sourceTree = "<group>"; };\n`,
    );
    insert(
      "\t\t\t\t504EC30B1FED79650016851F /* Main.storyboard */,\n",
      `\t\t\t\t${reference} /* ${name} */,\n`,
    );
    if (phase === "none") continue;
    insert(
      "/* End PBXBuildFile section */",
      `\t\t${file} /* ${name} in ${phase} */ = {isa = PBXBuildFile; fileRef = ${reference} /* ${name} */; };\n`,
    );
    inPhase(phase, `\t\t\t\t${file} /* ${name} in ${phase} */,\n`);
  }

  const settings = [
    "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;",
    ...(shell.team ? [`DEVELOPMENT_TEAM = ${shell.team};`] : []),
  ];
  return text
    .replaceAll("CODE_SIGN_STYLE = Automatic;", (style) => [style, ...settings].join("\n\t\t\t\t"))
    .replaceAll("IPHONEOS_DEPLOYMENT_TARGET = 15.0;", "IPHONEOS_DEPLOYMENT_TARGET = 16.0;")
    .replaceAll("MARKETING_VERSION = 1.0;", `MARKETING_VERSION = ${shell.version};`);
}

/** Xcode's 24 digits, the same each time. */
function idOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24).toUpperCase();
}
