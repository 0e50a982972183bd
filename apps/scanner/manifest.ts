import { type ActionId, actions, appScheme } from "./src/links/actions.ts";
import { readSystemTexts, type SystemTexts } from "./system-texts.ts";

/** The order of the shortcuts: a phone shows the first three or four. */
const shortcuts: ActionId[] = [
  "scan-code",
  "scan-nfc",
  "write-nfc",
  "scan-document",
  "scan-object",
  "scan-room",
];

const languages = readSystemTexts();

/**
 * Returns a text in each language but English. See “*_localized members” of Web Application
 * Manifest, W3C; a browser that does not know them shows the English text.
 */
const translate = (choose: (texts: SystemTexts) => string): Record<string, string> =>
  Object.fromEntries(
    [...languages].flatMap(([tag, texts]) => (tag === "en" ? [] : [[tag, choose(texts)]])),
  );

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
  description: languages.get("en")!.description,
  description_localized: translate(({ description }) => description),
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
    const name_localized = translate(({ titles }) => titles[id]);
    return { name: title, name_localized, url: `/scan/${hash}`, icons: [picture] };
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
