import { type Action, type ActionId, actions } from "../../src/links/actions.ts";
import type { SystemTexts } from "../../system-texts.ts";

/**
 * Returns AppActions.swift, which has an App Intent for each action of the table, with its English
 * texts. It has ten App Shortcuts, the most that iOS shows for an app.
 */
export function generateAppActions(english: SystemTexts): string {
  const { scan, openTab } = english;
  return [
    "// Made by `npm run native` from src/links/actions.ts; changes here are lost.",
    "import AppIntents",
    "",
    generateEnum("ScanFunction", scan.parameter, listChoices("scan", scan.choices)),
    generateEnum("AppTab", openTab.parameter, listChoices("open", toTabTitles(english))),
    generateChoiceIntent("ScanIntent", "function: ScanFunction", scan),
    generateChoiceIntent("OpenTabIntent", "tab: AppTab", openTab),
    ...actionsOfKind("scan").map((action) => generateScanIntent(action, english)),
    ...actionsOfKind("last").map((action) => generateLastScanIntent(action, english)),
    ...actionsOfKind("write").map((action) => generateWriteIntent(action, english)),
    generateShortcutsProvider(english),
  ].join("\n");
}

/** Texts of actions, of which some have none. */
type ActionTexts<Text> = Readonly<Partial<Record<ActionId, Text>>>;
/** A choice of a parameter, with its own title. */
type Choice = { action: Action; title: string };

const actionsOfKind = (kind: Action["kind"]) => actions.filter((action) => action.kind === kind);

function listChoices(kind: Action["kind"], titles: ActionTexts<string>): Choice[] {
  return actionsOfKind(kind).map((action) => ({ action, title: titles[action.id]! }));
}

function toTabTitles({ tabs }: SystemTexts): ActionTexts<string> {
  return Object.fromEntries(Object.entries(tabs).map(([tab, title]) => [`open-${tab}`, title]));
}

/** "scan-nfc" → "scanNfc". */
const toCaseName = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
/** "NFC Scan" → "NFCScanIntent". */
const toIntentName = ({ title }: Action) => `${title.replaceAll(" ", "")}Intent`;
/**
 * Returns a text as a Swift string literal, whose escapes for quotation marks and backslashes are
 * those of JSON. A placeholder is the name of the app, or a parameter of the intent.
 */
function toSwiftString(text: string): string {
  return JSON.stringify(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === "app" ? "\\(.applicationName)" : `\\(\\.$${name})`,
  );
}

function generateEnum(name: string, title: string, choices: readonly Choice[]): string {
  const cases = choices.map(
    ({ action: { id, link = "" } }) => `    case ${toCaseName(id)} = ${toSwiftString(link)}`,
  );
  const displays = choices.map(
    ({ action: { id, symbol }, title }) =>
      `        .${toCaseName(id)}: DisplayRepresentation(title: ${toSwiftString(title)}, image: .init(systemName: ${toSwiftString(symbol)})),`,
  );
  return `enum ${name}: String, AppEnum {
${cases.join("\n")}

    static var typeDisplayRepresentation: TypeDisplayRepresentation = ${toSwiftString(title)}
    static var caseDisplayRepresentations: [${name}: DisplayRepresentation] = [
${displays.join("\n")}
    ]
}
`;
}

/** Returns an intent with one parameter, whose declaration is such as `tab: AppTab`. */
function generateChoiceIntent(
  name: string,
  declaration: string,
  texts: { title: string; description: string; parameter: string; summary: string },
): string {
  const { title, description, parameter, summary } = texts;
  return `struct ${name}: AppIntent {
    static var title: LocalizedStringResource = ${toSwiftString(title)}
    static var description = IntentDescription(${toSwiftString(description)})
    static var openAppWhenRun = true

    @Parameter(title: ${toSwiftString(parameter)})
    var ${declaration}

    static var parameterSummary: some ParameterSummary {
        Summary(${toSwiftString(summary)})
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(${declaration.split(":")[0]}.rawValue)
        return .result()
    }
}
`;
}

function generateScanIntent(action: Action, english: SystemTexts): string {
  return `struct ${toIntentName(action)}: AppIntent {
${describe(action, english)}
    static var openAppWhenRun = true

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(${toSwiftString(action.link ?? "")})
        return .result()
    }
}
`;
}

function generateLastScanIntent(action: Action, english: SystemTexts): string {
  const source = action.id === "last-nfc" ? "nfc" : "code";
  return `struct ${toIntentName(action)}: AppIntent {
${describe(action, english)}
    static var openAppWhenRun = false

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: try LastScans.${source}.content())
    }
}
`;
}

function generateWriteIntent(action: Action, english: SystemTexts): string {
  const { url, text, summary } = english.writeTag;
  return `struct ${toIntentName(action)}: AppIntent {
${describe(action, english)}
    static var openAppWhenRun = true

    @Parameter(title: ${toSwiftString(url)})
    var url: URL?

    @Parameter(title: ${toSwiftString(text)})
    var text: String?

    static var parameterSummary: some ParameterSummary {
        Summary(${toSwiftString(summary)})
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(AppLinks.writing(url: url, text: text))
        return .result()
    }
}
`;
}

/** Returns the title and the description of the intent of an action. */
function describe({ id }: Action, { titles, descriptions }: SystemTexts): string {
  const description = (descriptions as ActionTexts<string>)[id]!;
  return `    static var title: LocalizedStringResource = ${toSwiftString(titles[id])}
    static var description = IntentDescription(${toSwiftString(description)})`;
}

function generateShortcutsProvider({ scan, openTab, titles, phrases }: SystemTexts): string {
  const phrasesOf: ActionTexts<readonly string[]> = phrases;
  const shortcuts = [
    generateShortcut("ScanIntent", scan.title, "viewfinder", phrases.scan),
    generateShortcut("OpenTabIntent", openTab.title, "square.grid.2x2", phrases.openTab),
    ...[...actionsOfKind("scan"), ...actionsOfKind("last"), ...actionsOfKind("write")].map(
      (action) =>
        generateShortcut(
          toIntentName(action),
          titles[action.id],
          action.symbol,
          phrasesOf[action.id]!,
        ),
    ),
  ];
  return `struct ScanhookShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
${shortcuts.join("\n")}
    }
}
`;
}

function generateShortcut(
  intent: string,
  title: string,
  symbol: string,
  phrases: readonly string[],
): string {
  return `        AppShortcut(
            intent: ${intent}(),
            phrases: [
${phrases.map((phrase) => `                ${toSwiftString(phrase)},`).join("\n")}
            ],
            shortTitle: ${toSwiftString(title)},
            systemImageName: ${toSwiftString(symbol)}
        )`;
}
