import { createHash } from "node:crypto";
import type { Shell } from "./shell.ts";

/** A file of the app target and its build phase. With `none`, the project lists it only. */
export type ProjectFile = { name: string; phase: "Sources" | "Resources" | "none" };

const fileTypes: Record<string, string> = {
  swift: "sourcecode.swift",
  xcprivacy: "text.xml",
  entitlements: "text.plist.entitlements",
};

/**
 * Adds the files to Capacitor's project and sets the entitlements, the team, the version, the
 * number of the build and the minimum iOS 16.4, which the web app needs. Throws if the project
 * lacks an expected line, as that of another version of Capacitor may.
 */
export function editXcodeProject(
  project: string,
  files: readonly ProjectFile[],
  shell: Shell,
): string {
  let text = project;
  const insertBefore = (anchor: string, line: string) => {
    if (!text.includes(anchor)) throw new Error(`Capacitor's Xcode project has no “${anchor}”.`);
    text = text.replace(anchor, () => `${line}${anchor}`);
  };
  const addToPhase = (phase: string, line: string) => {
    const start = new RegExp(`isa = PBX${phase}BuildPhase;[^}]*?files = \\(\\n`);
    if (!start.test(text)) throw new Error(`Capacitor's Xcode project has no phase “${phase}”.`);
    text = text.replace(start, (match) => `${match}${line}`);
  };

  for (const { name, phase } of files) {
    const [reference, file] = [toObjectId(`reference ${name}`), toObjectId(`file ${name}`)];
    const type = fileTypes[name.split(".").at(-1) ?? ""] ?? "text";
    insertBefore(
      "/* End PBXFileReference section */",
      `\t\t${reference} /* ${name} */ = {isa = PBXFileReference; lastKnownFileType = ${type}; path = ${name}; sourceTree = "<group>"; };\n`,
    );
    insertBefore(
      "\t\t\t\t504EC30B1FED79650016851F /* Main.storyboard */,\n",
      `\t\t\t\t${reference} /* ${name} */,\n`,
    );
    if (phase === "none") continue;
    insertBefore(
      "/* End PBXBuildFile section */",
      `\t\t${file} /* ${name} in ${phase} */ = {isa = PBXBuildFile; fileRef = ${reference} /* ${name} */; };\n`,
    );
    addToPhase(phase, `\t\t\t\t${file} /* ${name} in ${phase} */,\n`);
  }

  const settings = [
    "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;",
    ...(shell.team ? [`DEVELOPMENT_TEAM = ${shell.team};`] : []),
  ];
  return text
    .replaceAll("CODE_SIGN_STYLE = Automatic;", (style) => [style, ...settings].join("\n\t\t\t\t"))
    .replaceAll("IPHONEOS_DEPLOYMENT_TARGET = 15.0;", "IPHONEOS_DEPLOYMENT_TARGET = 16.4;")
    .replaceAll("CURRENT_PROJECT_VERSION = 1;", `CURRENT_PROJECT_VERSION = ${shell.build};`)
    .replaceAll("MARKETING_VERSION = 1.0;", `MARKETING_VERSION = ${shell.version};`);
}

/** Returns an Xcode ID of 24 hexadecimal digits that depends on nothing but the text. */
function toObjectId(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24).toUpperCase();
}
