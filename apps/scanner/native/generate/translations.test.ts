// The texts that the system shows about the app, in the language of the phone.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { XMLParser } from "fast-xml-parser";
import { type PlistValue, parse, parseOpenStep } from "plist";
import { describe, expect, test } from "vitest";
import { listTexts } from "../../../../scripts/texts/list-texts.ts";
import { readSystemTexts } from "../../system-texts.ts";
import { escapeText, toValuesFolder } from "./android-texts.ts";
import { generateTextTables, textTables } from "./ios-texts.ts";
import { read, resolvePath, useGeneratedShell } from "./testing/generated-shell.ts";

useGeneratedShell();

const languages = readSystemTexts();
const tags = [...languages.keys()];
const english = languages.get("en")!;

/** Changes one text of the German ones. */
const withGerman = (aim: string) => {
  const german = languages.get("de")!;
  return new Map([...languages, ["de", { ...german, capture: { ...german.capture, aim } }]]);
};

test("the languages are those of the web app, English first", () => {
  expect(tags[0]).toBe("en");
  const folders = globSync("src/texts/*/first.json", {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
  });
  expect(tags.toSorted()).toEqual(folders.map((path) => path.split(/[\\/]/).at(-2)).toSorted());
});

describe("iOS", () => {
  const readTable = async (language: string, name: string) =>
    parseTable(await read(`ios/App/App/${language}.lproj/${name}`));

  const parseTable = (table: string) => parseOpenStep(`{${table}}`) as Record<string, string>;

  test.each(tags)("the tables in %s have every text of the English ones", async (language) => {
    for (const name of textTables) {
      const [expected, table] = [await readTable("en", name), await readTable(language, name)];
      expect(Object.keys(table)).toEqual(Object.keys(expected));
      for (const [key, text] of Object.entries(table)) {
        expect(text).not.toBe("");
        const parameters = /\$\{\w+\}/g;
        expect((text.match(parameters) ?? []).sort()).toEqual((key.match(parameters) ?? []).sort());
      }
    }
  });

  test("the tables of a language have its texts, by the English ones", async () => {
    const german = await readTable("de", "InfoPlist.strings");
    expect(german.NSCameraUsageDescription).toBe(languages.get("de")!.permissions.camera);
    expect(german["Document Scan"]).toBe("Dokument scannen");
    const phrases = await readTable("fr", "AppShortcuts.strings");
    expect(phrases[`Scan \${function} with \${applicationName}`]).toBe(
      `Scanner \${function} avec \${applicationName}`,
    );
    expect((await readTable("es", "Localizable.strings"))[`Open \${tab}`]).toBe(`Abrir \${tab}`);
  });

  test("the English tables say the same as without them", async () => {
    const info = parse(await read("ios/App/App/Info.plist")) as Record<string, PlistValue>;
    for (const name of textTables) {
      for (const [key, text] of Object.entries(await readTable("en", name)))
        expect(text).toBe(key.endsWith("UsageDescription") ? info[key] : key);
    }
  });

  test("every text of the Swift code is in the tables", async () => {
    const shown = await readTable("en", "Localizable.strings");
    const spoken = await readTable("en", "AppShortcuts.strings");
    const literal =
      /(?:Resource = |IntentDescription\(|\btitle: |Title: |Summary\(|Representation = |Text\(|Button\(|ProgressView\(|NSLocalizedString\(|return |\? )("(?:[^"\\]|\\.)+")/g;
    const files = globSync(resolvePath("ios/App/App/*.swift"));
    const texts = files
      .filter((file) => /LocalizedString/.test(readFileSync(file, "utf8")))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(literal)])
      .map(([, text]) => toKey(text!));
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter((text) => !Object.hasOwn(shown, text))).toEqual([]);
    const actions = await read("ios/App/App/AppActions.swift");
    const phrases = [...actions.matchAll(/^ {16}(".*"),$/gm)].map(([, text]) => toKey(text!));
    expect(phrases.toSorted()).toEqual(Object.keys(spoken).toSorted());
  });

  /** Returns the key by which iOS looks up a literal of Swift. */
  const toKey = (text: string) =>
    (JSON.parse(text.replaceAll("\\(", "\\\\(").replaceAll("\\.$", "\\\\.$")) as string)
      .replace("\\(.applicationName)", `\${applicationName}`)
      .replace(/\\\(\\\.\$(\w+)\)/g, "$${$1}");

  test("the Xcode project has the tables of every language", async () => {
    const project = parseOpenStep(await read("ios/App/App.xcodeproj/project.pbxproj")) as {
      objects: Record<string, Record<string, PlistValue>>;
    };
    const objects = Object.values(project.objects);
    const regions = objects.find(({ isa }) => isa === "PBXProject")!.knownRegions as string[];
    expect(regions.toSorted()).toEqual([...tags, "Base"].toSorted());
    for (const name of textTables) {
      const group = objects.find((each) => each.isa === "PBXVariantGroup" && each.name === name)!;
      const paths = (group.children as string[]).map((id) => project.objects[id]!.path);
      expect(paths).toEqual(tags.map((tag) => `${tag}.lproj/${name}`));
      for (const path of paths) await read(`ios/App/App/${path}`);
    }
  });

  test("quotation marks and backslashes are escaped, and percent signs refused", () => {
    const write = (aim: string) => generateTextTables(withGerman(aim), "de")["Localizable.strings"];
    const text = 'Auf „"das" \\ Objekt“';
    expect(parseTable(write(text))).toMatchObject({ [english.capture.aim]: text });
    expect(() => write("100 %")).toThrow("“100 %” has a percent sign");
  });

  test("two translations of one English text are refused", () => {
    const german = languages.get("de")!;
    const other = { ...german, tabs: { ...german.tabs, document: "Beleg" } };
    const changed = new Map([...languages, ["de", other]]);
    expect(() => generateTextTables(changed, "de")).toThrow(
      "“Document” has two translations, “Dokument” and “Beleg”; use one.",
    );
  });
});

describe("Android", () => {
  const res = "android/app/src/main/res";
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    htmlEntities: true,
  });
  const readResources = async (language: string) => {
    const xml = parser.parse(await read(`${res}/${toValuesFolder(language)}/actions.xml`));
    const strings = xml.resources.string as { name: string; "#text": string }[];
    return new Map(strings.map(({ name, "#text": text }) => [name, text]));
  };

  test.each(tags)("the resources in %s have every title and message", async (language) => {
    const resources = await readResources(language);
    expect([...resources.keys()]).toEqual([...(await readResources("en")).keys()]);
    const { titles, copied } = languages.get(language)!;
    const texts = [...listTexts({ titles, copied }).values()];
    expect([...resources.values()]).toEqual(texts.map((text) => text.replaceAll("'", "\\'")));
  });

  test("Java names only texts that the resources have", async () => {
    const names = [...(await readResources("en")).keys()];
    const [file] = globSync(resolvePath("android/app/src/main/java/**/LastScanActivity.java"));
    const used = [...readFileSync(file!, "utf8").matchAll(/"(copied_\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(used.toSorted()).toEqual(names.filter((name) => name.startsWith("copied_")).toSorted());
  });

  test("a person can choose each language for the app in the settings of the system", async () => {
    const config = parser.parse(await read(`${res}/xml/locales_config.xml`));
    const locales = config["locale-config"].locale as Record<string, string>[];
    expect(locales.map((locale) => locale["android:name"])).toEqual(tags);
    expect(await read(join(res, "../AndroidManifest.xml"))).toContain(
      'android:localeConfig="@xml/locales_config"',
    );
  });

  test("a language with a region or a script has the folder that Android looks in", () => {
    const folders = ["en", "de", "pt-BR", "zh-Hant", "sr-Latn-RS"].map(toValuesFolder);
    expect(folders).toEqual([
      "values",
      "values-de",
      "values-b+pt+BR",
      "values-b+zh+Hant",
      "values-b+sr+Latn+RS",
    ]);
  });

  // The examples of developer.android.com/guide/topics/resources/string-resource.
  test.each([
    ["This'll work", "This\\&#39;ll work"],
    ['A "quoted" text', "A \\&#34;quoted\\&#34; text"],
    ["@home", "\\@home"],
    ["?attribute", "\\?attribute"],
    ["C:\\ & D:", "C:\\\\ &#38; D:"],
    ["1 < 2\n100 %", "1 &#60; 2\\n100 %"],
  ])("the text %j is the resource %j", (text, resource) => {
    expect(escapeText(text)).toBe(resource);
  });
});
