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
  /** The lowest version of iOS that has a native implementation. */
  needs?: { ios: number };
};

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
  },
  {
    id: "scan-code",
    title: "QR Scan",
    kind: "scan",
    hash: "#/scan-code",
    link: `${appScheme}://scan-code`,
    symbol: "qrcode.viewfinder",
    icon: "qr",
  },
  {
    id: "scan-document",
    title: "Document Scan",
    kind: "scan",
    hash: "#/scan-document",
    link: `${appScheme}://scan-document`,
    symbol: "doc.viewfinder",
    icon: "document",
  },
  {
    id: "scan-object",
    title: "Object Scan",
    kind: "scan",
    hash: "#/scan-object",
    link: `${appScheme}://scan-object`,
    symbol: "cube.transparent",
    icon: "3d",
    needs: { ios: 17 },
  },
  {
    id: "scan-room",
    title: "Room Scan",
    kind: "scan",
    hash: "#/scan-room",
    link: `${appScheme}://scan-room`,
    symbol: "square.split.bottomrightquarter",
    icon: "room",
    needs: { ios: 17 },
  },
  {
    id: "open-nfc",
    title: "Open NFC",
    kind: "open",
    hash: "#/nfc",
    link: `${appScheme}://open/nfc`,
    symbol: "wave.3.right",
    icon: "nfc",
  },
  {
    id: "open-qr",
    title: "Open QR",
    kind: "open",
    hash: "#/qr",
    link: `${appScheme}://open/qr`,
    symbol: "qrcode",
    icon: "qr",
  },
  {
    id: "open-document",
    title: "Open Document",
    kind: "open",
    hash: "#/document",
    link: `${appScheme}://open/document`,
    symbol: "doc",
    icon: "document",
  },
  {
    id: "open-3d",
    title: "Open 3D",
    kind: "open",
    hash: "#/3d",
    link: `${appScheme}://open/3d`,
    symbol: "cube",
    icon: "3d",
  },
  {
    id: "open-more",
    title: "Open More",
    kind: "open",
    hash: "#/more",
    link: `${appScheme}://open/more`,
    symbol: "line.3.horizontal",
    icon: "more",
  },
  {
    id: "last-nfc",
    title: "Get Last NFC Tag",
    kind: "last",
    symbol: "clock.arrow.circlepath",
    icon: "history",
  },
  {
    id: "last-code",
    title: "Get Last QR Code",
    kind: "last",
    symbol: "clock.arrow.circlepath",
    icon: "history",
  },
  {
    id: "write-nfc",
    title: "Write NFC",
    kind: "write",
    hash: "#/write-nfc",
    link: `${appScheme}://write-nfc`,
    symbol: "square.and.pencil",
    icon: "pen",
  },
];
