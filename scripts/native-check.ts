// Checks the types of the phone app's Swift and Java files with the compilers of Debian, which are
// installed in a folder, against declarations of exactly the API that the files use. It cannot tell
// whether these declarations agree with the SDKs of Apple and Google.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateAppActions } from "../apps/scanner/native/generate/app-actions.ts";
import { readSystemTexts } from "../apps/scanner/system-texts.ts";
import { run } from "./release/run.ts";
import { inChroot, makeChroot, whyNoChroot } from "./testing/chroot.ts";

const native = fileURLToPath(new URL("../apps/scanner/native/", import.meta.url));
/** The stubs, each after those that it imports. */
const swiftModules = [
  "UIKit",
  "SwiftUI",
  "RealityKit",
  "RoomPlan",
  "CoreNFC",
  "AVFoundation",
  "QuickLook",
  "QuickLookThumbnailing",
  "AppIntents",
  "Capacitor",
];

if (whyNoChroot) {
  console.error(`The types cannot be checked here: ${whyNoChroot}.`);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "scanhook-native-"));
try {
  console.error("Installing the compilers of Debian in a folder, about 3 GB …");
  await makeChroot(folder, {
    variant: "apt",
    architecture: process.arch === "arm64" ? "arm64" : "amd64",
    include: "swiftlang,libc6-dev,default-jdk-headless",
  });
  await checkSwift();
  await checkJava();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function checkSwift(): Promise<void> {
  const place = join(folder, "swift");
  await cp(join(native, "stubs/ios"), join(place, "stubs"), { recursive: true });
  await mkdir(join(place, "app"));
  for (const name of await readdir(join(native, "ios"))) {
    if (!name.endsWith(".swift")) continue;
    await writeFile(join(place, "app", name), await readForLinux(join(native, "ios", name)));
  }
  await writeFile(
    join(place, "app/AppActions.swift"),
    generateAppActions(readSystemTexts().get("en")!),
  );
  const swiftc = "swiftc -swift-version 5 -parse-as-library -I .";
  const commands = [
    "cd /swift",
    ...swiftModules.map(
      (name) =>
        `${swiftc} -emit-module -module-name ${name} -o ${name}.swiftmodule stubs/${name}.swift`,
    ),
    `${swiftc} -typecheck -module-name App app/*.swift`,
  ];
  await runInside(commands.join(" && "));
  console.error("Swift: the types agree.");
}

/** Reads a Swift file without what exists on Apple's systems only: Objective-C and the macro. */
async function readForLinux(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  return text.replaceAll(/@objc(\(\w+\))?\s+|@Observable\s+|@ObservationIgnored\s+/g, "");
}

async function checkJava(): Promise<void> {
  const place = join(folder, "java");
  const stubs = await readFile(join(native, "stubs/android.java"), "utf8");
  for (const part of stubs.split("// === ").slice(1)) {
    const [path = ""] = part.split("\n", 1);
    const file = join(place, "stubs", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `// ${part}`);
  }
  await cp(join(native, "android"), join(place, "app"), { recursive: true });
  await runInside(
    "cd /java && javac --release 21 -Xlint:all,-serial -Werror -proc:none -d out -sourcepath stubs app/*.java",
  );
  console.error("Java: the types agree.");
}

/** Runs a command of the shell in the folder. Rejects with its output if it fails. */
async function runInside(command: string): Promise<void> {
  const user = { uid: 0, gid: 0 };
  const variables = ["PATH=/usr/sbin:/usr/bin", "HOME=/root", "LC_ALL=C.UTF-8"];
  await run(...inChroot(folder, user, variables, ["sh", "-c", command]), folder);
}
