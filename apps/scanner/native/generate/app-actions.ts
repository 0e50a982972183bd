import { type Action, type ActionId, actions } from "../../src/links/actions.ts";

/**
 * Returns AppActions.swift, which has an App Intent for each action of the table. It has ten App
 * Shortcuts, the most that iOS shows for an app.
 */
export function generateAppActions(): string {
  return [
    "// Made by `npm run native` from src/links/actions.ts; changes here are lost.",
    "import AppIntents",
    "",
    generateEnum("ScanFunction", "Function", actionsOfKind("scan")),
    generateEnum("AppTab", "Tab", actionsOfKind("open")),
    generateChoiceIntent({
      name: "ScanIntent",
      title: "Scan",
      description: "Opens Scanhook and starts the scan you choose.",
      parameter: "function",
      label: "Function",
      type: "ScanFunction",
      summary: "Scan with \\(\\.$function)",
    }),
    generateChoiceIntent({
      name: "OpenTabIntent",
      title: "Open Tab",
      description: "Opens Scanhook at the tab you choose, without starting a scan.",
      parameter: "tab",
      label: "Tab",
      type: "AppTab",
      summary: "Open \\(\\.$tab)",
    }),
    ...actionsOfKind("scan").map(generateScanIntent),
    ...actionsOfKind("last").map(generateLastScanIntent),
    generateWriteIntent(findAction("write-nfc")),
    generateShortcutsProvider(),
  ].join("\n");
}

const actionsOfKind = (kind: Action["kind"]) => actions.filter((action) => action.kind === kind);
const findAction = (id: ActionId) => actions.find((action) => action.id === id)!;

/** "scan-nfc" → "scanNfc". */
const toCaseName = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
/** "NFC Scan" → "NFCScanIntent". */
const toIntentName = ({ title }: Action) => `${title.replaceAll(" ", "")}Intent`;
/** "NFC Scan" and "Open NFC" → "NFC", the title of a choice in a parameter. */
const toParameterTitle = ({ title }: Action) => title.replace(/^Open | Scan$/g, "");
/**
 * Escapes text as a Swift string literal, whose escapes for quotation marks and backslashes are
 * those of JSON.
 */
const toSwiftString = (text: string) => JSON.stringify(text);

function generateEnum(name: string, title: string, choices: readonly Action[]): string {
  return `enum ${name}: String, AppEnum {
${choices.map(({ id, link = "" }) => `    case ${toCaseName(id)} = ${toSwiftString(link)}`).join("\n")}

    static var typeDisplayRepresentation: TypeDisplayRepresentation = ${toSwiftString(title)}
    static var caseDisplayRepresentations: [${name}: DisplayRepresentation] = [
${choices
  .map(
    (action) =>
      `        .${toCaseName(action.id)}: DisplayRepresentation(title: ${toSwiftString(toParameterTitle(action))}, image: .init(systemName: ${toSwiftString(action.symbol)})),`,
  )
  .join("\n")}
    ]
}
`;
}

function generateChoiceIntent(intent: {
  name: string;
  title: string;
  description: string;
  parameter: string;
  label: string;
  type: string;
  summary: string;
}): string {
  const { name, title, description, parameter, label, type, summary } = intent;
  return `struct ${name}: AppIntent {
    static var title: LocalizedStringResource = ${toSwiftString(title)}
    static var description = IntentDescription(${toSwiftString(description)})
    static var openAppWhenRun = true

    @Parameter(title: ${toSwiftString(label)})
    var ${parameter}: ${type}

    static var parameterSummary: some ParameterSummary {
        Summary("${summary}")
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(${parameter}.rawValue)
        return .result()
    }
}
`;
}

function generateScanIntent(action: Action): string {
  const { title, link = "", needs } = action;
  const description = ["Opens Scanhook and starts it.", ...(needs ? [needs.note] : [])].join(" ");
  return `struct ${toIntentName(action)}: AppIntent {
    static var title: LocalizedStringResource = ${toSwiftString(title)}
    static var description = IntentDescription(${toSwiftString(description)})
    static var openAppWhenRun = true

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(${toSwiftString(link)})
        return .result()
    }
}
`;
}

function generateLastScanIntent(action: Action): string {
  const source = action.id === "last-nfc" ? "nfc" : "code";
  return `struct ${toIntentName(action)}: AppIntent {
    static var title: LocalizedStringResource = ${toSwiftString(action.title)}
    static var description = IntentDescription("Returns the content of the last scan without opening Scanhook.")
    static var openAppWhenRun = false

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: try LastScans.${source}.content())
    }
}
`;
}

function generateWriteIntent(action: Action): string {
  return `struct ${toIntentName(action)}: AppIntent {
    static var title: LocalizedStringResource = ${toSwiftString(action.title)}
    static var description = IntentDescription("Opens the screen for writing a tag and fills in a URL or a text.")
    static var openAppWhenRun = true

    @Parameter(title: "URL")
    var url: URL?

    @Parameter(title: "Text")
    var text: String?

    static var parameterSummary: some ParameterSummary {
        Summary("Write \\(\\.$url) or \\(\\.$text) to an NFC tag")
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(AppLinks.writing(url: url, text: text))
        return .result()
    }
}
`;
}

function generateShortcutsProvider(): string {
  const app = "\\(.applicationName)";
  const shortcuts = [
    generateShortcut("ScanIntent", "Scan", "viewfinder", [
      `Scan with ${app}`,
      `Scan \\(\\.$function) with ${app}`,
    ]),
    generateShortcut("OpenTabIntent", "Open Tab", "square.grid.2x2", [
      `Open a tab in ${app}`,
      `Open \\(\\.$tab) in ${app}`,
    ]),
    ...[...actionsOfKind("scan"), ...actionsOfKind("last"), ...actionsOfKind("write")].map(
      (action) =>
        generateShortcut(toIntentName(action), action.title, action.symbol, action.phrases),
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
${phrases.map((phrase) => `                "${phrase}",`).join("\n")}
            ],
            shortTitle: ${toSwiftString(title)},
            systemImageName: ${toSwiftString(symbol)}
        )`;
}
