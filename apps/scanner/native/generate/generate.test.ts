import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type PlistValue, parse, parseOpenStep } from "plist";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { actions, appScheme } from "../../src/links/actions.ts";
import { readSystemTexts } from "../../system-texts.ts";
import { felicaSystemCodes } from "../src/felica-systems.ts";
import { textTables } from "./ios-texts.ts";
import { schemes } from "./shell.ts";
import { folder, read, resolvePath, shell, useGeneratedShell } from "./testing/generated-shell.ts";

useGeneratedShell();

const nativeFolder = fileURLToPath(new URL("..", import.meta.url));
const languages = readSystemTexts();
const english = languages.get("en")!;
const links = actions.flatMap(({ link }) => link ?? []);

describe("iOS", () => {
  type Plist = Record<string, PlistValue>;
  const readPlist = async (path: string) => parse(await read(`ios/App/App/${path}`)) as Plist;

  test("Info.plist has every scheme, the quick actions and a reason for each permission", async () => {
    const info = await readPlist("Info.plist");
    expect(info.CFBundleURLTypes).toMatchObject([{ CFBundleURLSchemes: [...schemes] }]);
    expect(schemes).toContain(appScheme);
    const quickActions = info.UIApplicationShortcutItems as Plist[];
    expect(quickActions.length).toBeLessThanOrEqual(4);
    for (const {
      UIApplicationShortcutItemType: link,
      UIApplicationShortcutItemTitle: title,
    } of quickActions) {
      expect(actions.find((action) => action.link === link)?.title).toBe(title);
    }
    for (const permission of [
      "NSCamera",
      "NFCReader",
      "NSLocalNetwork",
      "NSLocationWhenInUse",
      "NSPhotoLibraryAdd",
    ]) {
      expect(info[`${permission}UsageDescription`]).toMatch(/^To .+\.$/);
    }
    expect(info.CFBundleDevelopmentRegion).toBe("en");
    expect(info.CFBundleLocalizations).toEqual([...languages.keys()]);
    expect(info).toHaveProperty("UIApplicationSceneManifest");
  });

  test("an iPhone polls for FeliCa only with the system codes that Info.plist declares", async () => {
    const info = await readPlist("Info.plist");
    const codes = info["com.apple.developer.nfc.readersession.felica.systemcodes"];
    expect(codes).toEqual([...felicaSystemCodes]);
    // Apple's page on the key: hexadecimal codes without a wild card.
    for (const code of codes as string[]) expect(code).toMatch(/^(?!FF|..FF)[0-9A-F]{4}$/);
  });

  test("the entitlements are only tags, the app group and the links of the hubs", async () => {
    expect(await readPlist("App.entitlements")).toEqual({
      "com.apple.developer.nfc.readersession.formats": ["TAG"],
      "com.apple.security.application-groups": ["group.org.example.scanner"],
      "com.apple.developer.associated-domains": ["applinks:hub.example", "applinks:home.example"],
    });
  });

  test("the privacy manifest says that nothing is collected", async () => {
    expect(await readPlist("PrivacyInfo.xcprivacy")).toMatchObject({
      NSPrivacyTracking: false,
      NSPrivacyCollectedDataTypes: [],
    });
  });

  test("the Xcode project builds exactly the Swift files that exist", async () => {
    const project = parseOpenStep(await read("ios/App/App.xcodeproj/project.pbxproj")) as {
      objects: Record<string, Record<string, PlistValue>>;
    };
    const objects = Object.values(project.objects);
    const filesOf = (phase: string) => {
      const { files } = objects.find(({ isa }) => isa === `PBX${phase}BuildPhase`)!;
      return (files as string[]).map((id) => {
        const file = project.objects[id]!;
        const { path, name = "" } = project.objects[String(file.fileRef)]!;
        return String(path ?? name);
      });
    };
    const swift = globSync("*.swift", { cwd: resolvePath("ios/App/App") });
    expect(filesOf("Sources").toSorted()).toEqual(swift.toSorted());
    expect(filesOf("Resources")).toContain("PrivacyInfo.xcprivacy");
    expect(filesOf("Resources")).toEqual(expect.arrayContaining([...textTables]));
    const listed = objects.flatMap(({ isa, children }) => (isa === "PBXGroup" ? children : []));
    for (const [id, { isa, path }] of Object.entries(project.objects)) {
      if (isa !== "PBXFileReference" || !String(path).endsWith(".swift")) continue;
      expect(listed).toContain(id);
    }
    const settings = objects.flatMap(({ buildSettings }) =>
      buildSettings === undefined ? [] : [buildSettings as Plist],
    );
    const appSettings = settings.filter((target) => target.PRODUCT_BUNDLE_IDENTIFIER);
    expect(appSettings).toHaveLength(2);
    for (const target of appSettings) {
      expect(target).toMatchObject({
        PRODUCT_BUNDLE_IDENTIFIER: shell.id,
        CODE_SIGN_ENTITLEMENTS: "App/App.entitlements",
        DEVELOPMENT_TEAM: shell.team,
        MARKETING_VERSION: shell.version,
        CURRENT_PROJECT_VERSION: String(shell.build),
        IPHONEOS_DEPLOYMENT_TARGET: "16.4",
      });
    }
  });

  test("every action has an intent with its link, title, symbol and phrases", async () => {
    const swift = await read("ios/App/App/AppActions.swift");
    const { phrases, tabs } = english;
    for (const { id, kind, link, title, symbol } of actions) {
      if (link && kind !== "write") expect(swift).toContain(JSON.stringify(link));
      expect(swift).toContain(`"${symbol}"`);
      if (kind === "open") continue;
      expect(swift).toContain(`static var title: LocalizedStringResource = "${title}"`);
      expect(phrases).toHaveProperty(id);
    }
    for (const phrase of Object.values(phrases).flat()) {
      expect(phrase).toContain("{{app}}");
      const spoken = phrase.replace("{{app}}", "\\(.applicationName)");
      expect(swift).toContain(`"${spoken.replace(/\{\{(\w+)\}\}/, "\\(\\.$$$1)")}"`);
    }
    for (const { title } of actions.filter(({ kind }) => kind === "open")) {
      const tab = title.replace("Open ", "");
      expect(Object.values(tabs)).toContain(tab);
      expect(swift).toContain(`DisplayRepresentation(title: "${tab}"`);
    }
    expect(await read("ios/App/App/AppLinks.swift")).toContain(
      `"${actions.find(({ kind }) => kind === "write")!.link}"`,
    );
    expect(swift.match(/AppShortcut\(/g)).toHaveLength(10);
    const intents = [...swift.matchAll(/intent: (\w+)\(\)/g)].map(([, name]) => name);
    expect(new Set(intents).size).toBe(10);
    for (const name of intents) expect(swift).toContain(`struct ${name}: AppIntent {`);
    const backgroundStructs = swift
      .split("struct ")
      .filter((struct) => struct.includes("openAppWhenRun = false"));
    expect(backgroundStructs.map((struct) => struct.split(":")[0])).toEqual([
      "GetLastNFCTagIntent",
      "GetLastQRCodeIntent",
    ]);
  });
});

describe("Android", () => {
  const res = "android/app/src/main/res";
  type Node = { [name: string]: Node[] } & { ":@"?: Record<string, string> };
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
    attributesGroupName: ":@",
  });
  const readXml = async (path: string) => parser.parse(await read(path)) as Node;
  const getAttribute = (node: Node, name: string) => node[":@"]?.[`android:${name}`];

  test("every XML file is well formed", () => {
    const files = globSync("android/**/*.xml", { cwd: folder });
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      expect([file, XMLValidator.validate(readFileSync(resolvePath(file), "utf8"))]).toEqual([
        file,
        true,
      ]);
    }
  });

  const readIntentFilters = async () => {
    const manifest = await readXml("android/app/src/main/AndroidManifest.xml");
    const [main] = manifest.manifest![0]!.application![0]!.activity!;
    return main!["intent-filter"]!.map((filter) => ({
      verified: getAttribute(filter, "autoVerify") === "true",
      action: getAttribute(filter.action![0]!, "name"),
      data: (filter.data ?? []).map((data) => ({
        scheme: getAttribute(data, "scheme"),
        host: getAttribute(data, "host"),
        port: getAttribute(data, "port"),
        path: getAttribute(data, "pathPrefix"),
        type: getAttribute(data, "mimeType"),
      })),
    }));
  };

  test("links of every scheme and of the hubs open the app, also from a tag", async () => {
    const filters = await readIntentFilters();
    const withAction = (action: string) => filters.filter((filter) => filter.action === action);
    const viewed = withAction("android.intent.action.VIEW").flatMap(({ data }) => data);
    for (const scheme of schemes)
      expect(viewed).toContainEqual(expect.objectContaining({ scheme }));
    const hubs = [
      { scheme: "https", host: "hub.example", port: undefined, path: "/scan/", type: undefined },
      { scheme: "https", host: "home.example", port: "8443", path: "/scan/", type: undefined },
    ];
    const verified = filters.filter((filter) => filter.verified).flatMap(({ data }) => data);
    expect(verified).toEqual(hubs);
    const tags = withAction("android.nfc.action.NDEF_DISCOVERED").flatMap(({ data }) => data);
    for (const hub of hubs) expect(tags).toContainEqual(hub);
    expect(tags).toContainEqual(expect.objectContaining({ scheme: appScheme }));
    expect(tags).toContainEqual(expect.objectContaining({ type: "application/vnd.openprinttag" }));
  });

  test("other apps share pictures, PDF files and text with the app, and several files", async () => {
    const shared = (await readIntentFilters())
      .filter(({ action }) => action?.includes(".SEND"))
      .map(({ action, data }) => [action, data.map(({ type }) => type)]);
    expect(shared).toEqual([
      ["android.intent.action.SEND", ["image/*", "application/pdf", "text/plain"]],
      ["android.intent.action.SEND_MULTIPLE", ["image/*", "application/pdf"]],
    ]);
  });

  test("the voices of the system are visible to the app", async () => {
    const manifest = await readXml("android/app/src/main/AndroidManifest.xml");
    const [intent] = manifest.manifest![0]!.queries![0]!.intent!;
    expect(getAttribute(intent!.action![0]!, "name")).toBe("android.intent.action.TTS_SERVICE");
  });

  test("every action has a shortcut with a title, an icon and an existing target", async () => {
    const { shortcuts } = await readXml(`${res}/xml/shortcuts.xml`);
    const titles = (await read(`${res}/values/actions.xml`)).matchAll(/name="(\w+)">([^<]+)</g);
    const titleOf = new Map([...titles].map(([, name, title]) => [`@string/${name}`, title]));
    const shortcutNodes = shortcuts![0]!.shortcut!;
    const ids = shortcutNodes.map((node) => getAttribute(node, "shortcutId"));
    // Launchers show the first four, which are those of the icon's menu on an iPhone.
    expect(ids.slice(0, 4)).toEqual(["scan-nfc", "scan-code", "scan-document", "write-nfc"]);
    expect(ids.toSorted()).toEqual(actions.map(({ id }) => id).toSorted());
    expect(shortcutNodes.length).toBeLessThanOrEqual(15);
    for (const { id, title, link } of actions) {
      const shortcut = shortcutNodes[ids.indexOf(id)]!;
      expect(titleOf.get(getAttribute(shortcut, "shortcutShortLabel")!)).toBe(title);
      const drawing = getAttribute(shortcut, "icon")!.replace("@drawable/", "");
      expect(globSync(`${res}/drawable/${drawing}.xml`, { cwd: folder })).toHaveLength(1);
      const [intent] = shortcut.intent!;
      expect(getAttribute(intent!, "targetPackage")).toBe(shell.id);
      expect(getAttribute(intent!, "data")).toBe(link);
      const file = getAttribute(intent!, "targetClass")!.replaceAll(".", "/");
      expect(globSync(`android/app/src/main/java/${file}.java`, { cwd: folder })).toHaveLength(1);
    }
    expect(new Set(links).size).toBe(links.length);
  });

  test("the build has the number and the version that were asked for", async () => {
    const gradle = await read("android/app/build.gradle");
    expect(gradle.match(/^ *versionCode .*$/gm)).toEqual([`        versionCode ${shell.build}`]);
    expect(gradle).toContain(`versionName "${shell.version}"`);
  });

  test("other apps cannot get the last scan, and nothing is backed up", async () => {
    const manifest = await readXml("android/app/src/main/AndroidManifest.xml");
    const [application] = manifest.manifest![0]!.application!;
    expect(getAttribute(application!, "allowBackup")).toBe("false");
    const lastScanActivity = application!.activity!.find((activity) =>
      getAttribute(activity, "name")!.endsWith("LastScanActivity"),
    );
    expect(getAttribute(lastScanActivity!, "exported")).toBe("false");
  });

  test("installed certificate authorities are trusted, and only the phone itself is reached without TLS", async () => {
    const config = (await readXml(`${res}/xml/network_security_config.xml`))[
      "network-security-config"
    ]![0]!;
    const [base] = config["base-config"]!;
    expect(base![":@"]).toEqual({ cleartextTrafficPermitted: "false" });
    const trusted = base!["trust-anchors"]![0]!.certificates!.map((node) => node[":@"]?.src);
    expect(trusted).toEqual(["system", "user"]);
    const domains = config["domain-config"]![0]!.domain!.map(
      (node) => (node as { "#text"?: string })["#text"],
    );
    expect(domains).toEqual(["localhost", "127.0.0.1"]);
  });
});

describe("both platforms", () => {
  test("Swift and Java parse without an error", async () => {
    const require = createRequire(import.meta.url);
    const grammars = dirname(require.resolve("@repomix/tree-sitter-wasms/package.json"));
    await Parser.init();
    const parser = new Parser();
    const expectToParse = async (language: "swift" | "java", files: readonly string[]) => {
      parser.setLanguage(await Language.load(join(grammars, `out/tree-sitter-${language}.wasm`)));
      // The grammar does not know the conditional compilation of Swift.
      const strip = (text: string) =>
        text.replaceAll(/^ *#(if|else|endif).*$/gm, "").replaceAll(/#available\([^)]*\)/g, "true");
      const isBroken = (text: string) => parser.parse(strip(text))!.rootNode.hasError;
      expect(isBroken(language === "swift" ? "func a( { }" : "class A { void a( }")).toBe(true);
      expect(files.filter((file) => isBroken(readFileSync(resolvePath(file), "utf8")))).toEqual([]);
    };
    const swift = globSync("ios/App/App/*.swift", { cwd: folder });
    expect(swift.length).toBeGreaterThan(6);
    await expectToParse("swift", swift);
    const java = globSync("android/app/src/main/java/**/*.java", { cwd: folder });
    expect(java.map((file) => basename(file)).toSorted()).toEqual([
      "ChromePlugin.java",
      "FileSheetPlugin.java",
      "HomeShortcutsPlugin.java",
      "LastScanActivity.java",
      "LastScansPlugin.java",
      "MainActivity.java",
      "ShareTargetPlugin.java",
      "VoicePlugin.java",
    ]);
    await expectToParse("java", java);
  });

  test("every plugin of the app is registered under the name that the page calls it by", async () => {
    const called = globSync("src/*.ts", { cwd: nativeFolder }).flatMap((file) =>
      [
        ...readFileSync(join(nativeFolder, file), "utf8").matchAll(
          /registerPlugin<\w+>\("(\w+)"\)/g,
        ),
      ].map(([, name]) => name!),
    );
    const swift = globSync("ios/App/App/*Plugin.swift", { cwd: folder }).map((file) =>
      readFileSync(resolvePath(file), "utf8"),
    );
    const ios = swift.map((text) => /jsName = "(\w+)"/.exec(text)![1]!);
    const controller = await read("ios/App/App/MainViewController.swift");
    for (const name of swift.map((text) => /identifier = "(\w+)"/.exec(text)![1]!))
      expect(controller).toContain(`registerPluginInstance(${name}())`);
    const java = globSync("android/app/src/main/java/**/*Plugin.java", { cwd: folder }).map(
      (file) => readFileSync(resolvePath(file), "utf8"),
    );
    const android = java.map((text) => /@CapacitorPlugin\(name = "(\w+)"\)/.exec(text)![1]!);
    const [activity] = globSync("android/app/src/main/java/**/MainActivity.java", { cwd: folder });
    for (const name of android)
      expect(await read(activity!)).toContain(`registerPlugin(${name}Plugin.class)`);
    // The page calls this one through Capacitor's own interface.
    called.push("CapacitorHttp");
    expect([...new Set(called)].sort()).toEqual([...new Set([...ios, ...android])].sort());
    // Each method in the list of a Swift plugin exists.
    for (const text of swift) {
      for (const [, method] of text.matchAll(/CAPPluginMethod\(name: "(\w+)"/g))
        expect(text).toContain(`@objc func ${method}(_ call: CAPPluginCall)`);
    }
  });

  test("the projects have the plugins of package.json and the built page", async () => {
    const { dependencies } = JSON.parse(await read("package.json")) as {
      dependencies: Record<string, string>;
    };
    const gradle = await read("android/capacitor.settings.gradle");
    const swift = await read("ios/App/CapApp-SPM/Package.swift");
    for (const name of Object.keys(dependencies)) {
      if (name.endsWith("/core") || name.endsWith("/ios") || name.endsWith("/android")) continue;
      expect(gradle).toContain(`/node_modules/${name}/android`);
      expect(swift).toContain(`/node_modules/${name}"`);
    }
    for (const folderOfPage of ["ios/App/App/public", "android/app/src/main/assets/public"]) {
      expect(await read(`${folderOfPage}/index.html`)).toBe(await read("web/index.html"));
    }
  });

  test("icons and launch screens show the app's drawing in every size", async () => {
    const readSize = async (path: string) => {
      const { width, height, hasAlpha } = await sharp(resolvePath(path)).metadata();
      return { width, height, hasAlpha };
    };
    const assets = "ios/App/App/Assets.xcassets";
    // Apple rejects icons with transparency.
    expect(await readSize(`${assets}/AppIcon.appiconset/AppIcon-512@2x.png`)).toEqual({
      width: 1024,
      height: 1024,
      hasAlpha: false,
    });
    expect(await readSize(`${assets}/Splash.imageset/splash-2732x2732.png`)).toMatchObject({
      width: 2732,
    });
    const icons = globSync("android/**/ic_launcher*.png", { cwd: folder });
    expect(icons).toHaveLength(15);
    for (const icon of icons) {
      const [red, green, blue] =
        (await sharp(resolvePath(icon)).resize(1, 1).removeAlpha().raw().toBuffer()) ?? [];
      // The icon has the app's color, not the white background of Capacitor's.
      if (!icon.includes("foreground")) expect(blue! - Math.max(red!, green!)).toBeGreaterThan(40);
    }
    expect(globSync("android/**/splash.png", { cwd: folder })).toEqual([]);
  });
});
