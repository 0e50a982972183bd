/**
 * The scheme of the app's links. Web apps may register only schemes that start with `web+`, so they
 * use `web+scanhook`.
 */
export const appScheme = "scanhook";

export const actionIds = [
  "scan-nfc",
  "scan-code",
  "scan-document",
  "scan-object",
  "scan-room",
  "open-nfc",
  "open-qr",
  "open-document",
  "open-3d",
  "open-more",
  "last-nfc",
  "last-code",
  "write-nfc",
] as const;
export type ActionId = (typeof actionIds)[number];

/** An action that other apps, links, tags and assistants can start. */
export type Action = {
  id: ActionId;
  title: string;
  kind: "scan" | "open" | "last" | "write";
  /**
   * The address that the page opens. An action that does not bring the app to the front has none.
   */
  hash?: string;
  /** The link of the app's scheme. */
  link?: string;
  /** The SF Symbol that iOS shows. */
  symbol: string;
  /** The name of the drawing in action-icons.ts and of its icon files. */
  icon: "nfc" | "qr" | "document" | "3d" | "more" | "history" | "pen" | "room";
  /** The phrases for an assistant, in the syntax of AppShortcutsProvider. */
  phrases: readonly string[];
  /**
   * The requirements of a native implementation: the lowest version of iOS, and a note for the
   * person.
   */
  needs?: { ios: number; note: string };
};

const app = "\\(.applicationName)";

/**
 * Lists every action once. Links, the manifest of the web app, Android shortcuts and App Intents
 * are made from this table, and a test compares it with docs/app/actions.md.
 */
export const actions: readonly Action[] = [
  {
    id: "scan-nfc",
    title: "NFC Scan",
    kind: "scan",
    hash: "#/scan-nfc",
    link: `${appScheme}://scan-nfc`,
    symbol: "wave.3.right",
    icon: "nfc",
    phrases: [`Scan an NFC tag with ${app}`, `NFC scan with ${app}`],
  },
  {
    id: "scan-code",
    title: "QR Scan",
    kind: "scan",
    hash: "#/scan-code",
    link: `${appScheme}://scan-code`,
    symbol: "qrcode.viewfinder",
    icon: "qr",
    phrases: [`Scan a code with ${app}`, `QR scan with ${app}`, `Scan a barcode with ${app}`],
  },
  {
    id: "scan-document",
    title: "Document Scan",
    kind: "scan",
    hash: "#/scan-document",
    link: `${appScheme}://scan-document`,
    symbol: "doc.viewfinder",
    icon: "document",
    phrases: [`Scan a document with ${app}`, `Document scan with ${app}`],
  },
  {
    id: "scan-object",
    title: "Object Scan",
    kind: "scan",
    hash: "#/scan-object",
    link: `${appScheme}://scan-object`,
    symbol: "cube.transparent",
    icon: "3d",
    phrases: [`Scan an object with ${app}`, `Object scan with ${app}`],
    needs: {
      ios: 17,
      note: "Uses Apple's capture of objects (iOS 17 or later, with LiDAR), else a printed mat.",
    },
  },
  {
    id: "scan-room",
    title: "Room Scan",
    kind: "scan",
    hash: "#/scan-room",
    link: `${appScheme}://scan-room`,
    symbol: "square.split.bottomrightquarter",
    icon: "room",
    phrases: [`Scan a room with ${app}`, `Room scan with ${app}`],
    needs: {
      ios: 17,
      note: "Uses Apple's capture of rooms (iOS 17 or later, with LiDAR), else the room is drawn.",
    },
  },
  {
    id: "open-nfc",
    title: "Open NFC",
    kind: "open",
    hash: "#/nfc",
    link: `${appScheme}://open/nfc`,
    symbol: "wave.3.right",
    icon: "nfc",
    phrases: [`Open NFC in ${app}`],
  },
  {
    id: "open-qr",
    title: "Open QR",
    kind: "open",
    hash: "#/qr",
    link: `${appScheme}://open/qr`,
    symbol: "qrcode",
    icon: "qr",
    phrases: [`Open QR in ${app}`],
  },
  {
    id: "open-document",
    title: "Open Document",
    kind: "open",
    hash: "#/document",
    link: `${appScheme}://open/document`,
    symbol: "doc",
    icon: "document",
    phrases: [`Open Document in ${app}`],
  },
  {
    id: "open-3d",
    title: "Open 3D",
    kind: "open",
    hash: "#/3d",
    link: `${appScheme}://open/3d`,
    symbol: "cube",
    icon: "3d",
    phrases: [`Open 3D in ${app}`],
  },
  {
    id: "open-more",
    title: "Open More",
    kind: "open",
    hash: "#/more",
    link: `${appScheme}://open/more`,
    symbol: "line.3.horizontal",
    icon: "more",
    phrases: [`Open More in ${app}`],
  },
  {
    id: "last-nfc",
    title: "Get Last NFC Tag",
    kind: "last",
    symbol: "clock.arrow.circlepath",
    icon: "history",
    phrases: [`Get the last NFC tag from ${app}`],
  },
  {
    id: "last-code",
    title: "Get Last QR Code",
    kind: "last",
    symbol: "clock.arrow.circlepath",
    icon: "history",
    phrases: [`Get the last code from ${app}`, `Get the last QR code from ${app}`],
  },
  {
    id: "write-nfc",
    title: "Write NFC",
    kind: "write",
    hash: "#/write-nfc",
    link: `${appScheme}://write-nfc`,
    symbol: "square.and.pencil",
    icon: "pen",
    phrases: [`Write an NFC tag with ${app}`],
  },
];
