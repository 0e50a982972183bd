import { type Action, type ActionId, actions } from "../../src/actions/table.ts";

/**
 * AppActions.swift: the App Intents, made from the table of actions. iOS shows ten App Shortcuts of an app at most:
 * these are ten.
 */
export function printAppActions(): string {
  return [
    "// Made by `npm run native` from src/actions/table.ts; changes here are lost.",
    "import AppIntents",
    "",
    printChoice("ScanFunction", "Function", ofKind("scan")),
    printChoice("AppTab", "Tab", ofKind("open")),
    printChosen({
      name: "ScanIntent",
      title: "Scan",
      says: "Opens Scanhook and starts the scan you choose.",
      parameter: "function",
      label: "Function",
      type: "ScanFunction",
      summary: "Scan with \\(\\.$function)",
    }),
    printChosen({
      name: "OpenTabIntent",
      title: "Open Tab",
      says: "Opens Scanhook at the tab you choose, without starting a scan.",
      parameter: "tab",
      label: "Tab",
      type: "AppTab",
      summary: "Open \\(\\.$tab)",
    }),
    ...ofKind("scan").map(printScan),
    ...ofKind("last").map(printLast),
    printWriting(one("write-nfc")),
    printProvider(),
  ].join("\n");
}

const ofKind = (kind: Action["kind"]) => actions.filter((action) => action.kind === kind);
const one = (id: ActionId) => actions.find((action) => action.id === id)!;

/** "scan-nfc" → "scanNfc". */
const caseOf = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
/** "NFC Scan" → "NFCScanIntent". */
const intentOf = ({ title }: Action) => `${title.replaceAll(" ", "")}Intent`;
/** What the parameter is called: "NFC Scan" and "Open NFC" are both "NFC" there. */
const shortTitle = ({ title }: Action) => title.replace(/^Open | Scan$/g, "");
const quote = (text: string) => JSON.stringify(text);

function printChoice(name: string, says: string, choices: readonly Action[]): string {
  return `enum ${name}: String, AppEnum {
${choices.map(({ id, link = "" }) => `    case ${caseOf(id)} = ${quote(link)}`).join("\n")}

    static var typeDisplayRepresentation: TypeDisplayRepresentation = ${quote(says)}
    static var caseDisplayRepresentations: [${name}: DisplayRepresentation] = [
${choices
  .map(
    (action) =>
      `        .${caseOf(action.id)}: DisplayRepresentation(title: ${quote(shortTitle(action))}, image: .init(systemName: ${quote(action.symbol)})),`,
  )
  .join("\n")}
    ]
}
`;
}

function printChosen(intent: {
  name: string;
  title: string;
  says: string;
  parameter: string;
  label: string;
  type: string;
  summary: string;
}): string {
  const { name, title, says, parameter, label, type, summary } = intent;
  return `struct ${name}: AppIntent {
    static var title: LocalizedStringResource = ${quote(title)}
    static var description = IntentDescription(${quote(says)})
    static var openAppWhenRun = true

    @Parameter(title: ${quote(label)})
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

function printScan(action: Action): string {
  const { title, link = "", needs } = action;
  const says = ["Opens Scanhook and starts it.", ...(needs ? [needs.note] : [])].join(" ");
  return `struct ${intentOf(action)}: AppIntent {
    static var title: LocalizedStringResource = ${quote(title)}
    static var description = IntentDescription(${quote(says)})
    static var openAppWhenRun = true

    @MainActor
    func perform() async throws -> some IntentResult {
        AppLinks.open(${quote(link)})
        return .result()
    }
}
`;
}

function printLast(action: Action): string {
  const source = action.id === "last-nfc" ? "nfc" : "code";
  return `struct ${intentOf(action)}: AppIntent {
    static var title: LocalizedStringResource = ${quote(action.title)}
    static var description = IntentDescription("Gives the content that was scanned last, without opening Scanhook.")
    static var openAppWhenRun = false

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: try LastScans.${source}.content())
    }
}
`;
}

function printWriting(action: Action): string {
  return `struct ${intentOf(action)}: AppIntent {
    static var title: LocalizedStringResource = ${quote(action.title)}
    static var description = IntentDescription("Opens the screen for writing a tag, filled in with a URL or a text.")
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

function printProvider(): string {
  const app = "\\(.applicationName)";
  const shortcuts = [
    printShortcut("ScanIntent", "Scan", "viewfinder", [
      `Scan with ${app}`,
      `Scan \\(\\.$function) with ${app}`,
    ]),
    printShortcut("OpenTabIntent", "Open Tab", "square.grid.2x2", [
      `Open a tab in ${app}`,
      `Open \\(\\.$tab) in ${app}`,
    ]),
    ...[...ofKind("scan"), ...ofKind("last"), ...ofKind("write")].map((action) =>
      printShortcut(intentOf(action), action.title, action.symbol, action.phrases),
    ),
  ];
  return `struct ScanhookShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
${shortcuts.join("\n")}
    }
}
`;
}

function printShortcut(
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
            shortTitle: ${quote(title)},
            systemImageName: ${quote(symbol)}
        )`;
}
