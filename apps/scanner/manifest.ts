import { type ActionId, actions, appScheme } from "./src/links/actions.ts";

/** The order of the shortcuts: a phone shows the first three or four. */
const shortcuts: ActionId[] = [
  "scan-code",
  "scan-nfc",
  "write-nfc",
  "scan-document",
  "scan-object",
  "scan-room",
];

/**
 * The manifest of the installed web app: its identity, and the ways to open it from outside
 * (docs/app/actions.md).
 */
export const manifest = {
  id: "/scan/",
  // The fragment makes starting an app that is already open navigate it instead of reloading it.
  start_url: "/scan/#/",
  scope: "/scan/",
  name: "Scanhook",
  short_name: "Scanhook",
  description: "Scans QR codes, barcodes and NFC tags and sends each scan to your own receiver.",
  lang: "en",
  display: "standalone",
  theme_color: "#4338ca",
  background_color: "#ffffff",
  categories: ["utilities", "productivity"],
  icons: [
    { src: "icons/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icons/icon-512.png", sizes: "512x512", type: "image/png" },
    {
      src: "icons/icon-maskable-512.png",
      sizes: "512x512",
      type: "image/png",
      purpose: "maskable",
    },
  ],
  shortcuts: shortcuts.map((id) => {
    const { title, hash, icon } = actions.find((action) => action.id === id)!;
    const picture = { src: `icons/action-${icon}.png`, sizes: "192x192", type: "image/png" };
    return { name: title, url: `/scan/${hash}`, icons: [picture] };
  }),
  protocol_handlers: [`web+${appScheme}`, "geo"].map((protocol) => ({
    protocol,
    url: "/scan/#/link?url=%s",
  })),
  share_target: {
    action: "/scan/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: "title",
      text: "text",
      url: "url",
      files: [{ name: "pictures", accept: ["image/*", "application/pdf"] }],
    },
  },
  file_handlers: [
    {
      action: "/scan/#/file",
      accept: {
        "image/png": [".png"],
        "image/jpeg": [".jpg", ".jpeg"],
        "image/webp": [".webp"],
        "image/avif": [".avif"],
        "image/gif": [".gif"],
        "image/bmp": [".bmp"],
        "image/svg+xml": [".svg"],
        "application/pdf": [".pdf"],
      },
    },
  ],
  launch_handler: { client_mode: ["navigate-existing", "auto"] },
};
