import type { NdefRecord, RecordValue } from "@scanhook/tags";
import { type Content, describe } from "../content/describe.ts";
import { moreTexts } from "../texts/more-texts.ts";
import { nfcTexts } from "../texts/nfc-texts.ts";
import type { AnyIconName } from "../ui/more-icons.ts";

/** A record as it is shown: a content like that of a code, or a sentence, with its bytes when nothing better is known. */
export type RecordView = {
  title: string;
  icon: AnyIconName;
  content?: Content;
  sentence?: string;
  notes: string[];
  link?: { label: string; href: string };
  bytes?: Uint8Array;
};

/** What a record is, in words. */
export function toRecordView(record: NdefRecord, value: RecordValue): RecordView {
  const words = nfcTexts.records;
  switch (value.kind) {
    case "empty":
      return { title: words.empty.title, icon: "text", sentence: words.empty.text, notes: [] };
    case "uri": {
      const content = describe(value.uri);
      return {
        title: titleOf(content, words.uri),
        icon: iconOf(content, "link"),
        content,
        notes: [],
      };
    }
    case "text": {
      const content: Content = { kind: "text", text: value.text };
      const notes = [`${words.language}: ${languageName(value.language)}`];
      return { title: words.text, icon: "text", content, notes };
    }
    case "smart-poster":
      return posterView(record, value);
    case "wifi":
      return { title: words.wifi, icon: "wifi", content: wifiContent(value), notes: [] };
    case "mime":
      return mimeView(record, value);
    case "app":
      return {
        title: words.app,
        icon: "app",
        sentence: value.packageName,
        notes: [],
        ...(isPackageName(value.packageName)
          ? { link: { label: words.openStore, href: storeAddress(value.packageName) } }
          : {}),
      };
    case "external":
      return raw(words.external(value.type), record);
    case "openPrintTag":
      return raw(words.openPrintTag, record);
    case "unknown":
      return value.type
        ? raw(words.unknownType(value.type), record)
        : { ...raw(words.unknown.title, record), sentence: words.unknown.text };
    case "damaged":
      return { ...raw(words.damaged, record), icon: "warning", sentence: value.reason };
  }
}

function raw(title: string, { payload }: NdefRecord): RecordView {
  return { title, icon: "data", notes: [], ...(payload.length > 0 ? { bytes: payload } : {}) };
}

function posterView(
  record: NdefRecord,
  poster: Extract<RecordValue, { kind: "smart-poster" }>,
): RecordView {
  const words = nfcTexts.records;
  const [title, ...others] = poster.titles;
  const notes = [
    ...others.map(({ text, language }) => words.alsoTitle(text, languageName(language))),
    ...(poster.action ? [words.actions[poster.action]] : []),
  ];
  if (poster.uri === undefined) {
    const only: RecordView = title
      ? { title: words.poster, icon: "text", content: { kind: "text", text: title.text }, notes }
      : raw(words.poster, record);
    return { ...only, notes };
  }
  const link = describe(poster.uri);
  const content = link.kind === "link" && title ? { ...link, title: title.text } : link;
  return { title: words.poster, icon: iconOf(content, "link"), content, notes };
}

function mimeView(record: NdefRecord, mime: Extract<RecordValue, { kind: "mime" }>): RecordView {
  const title = nfcTexts.records.mime(mime.mediaType);
  const text = mime.text ?? structuredText(mime.mediaType, record.payload);
  if (text === undefined) return raw(title, record);
  const content = describe(text);
  // Contacts and appointments are what they are wherever they stand; a text that looks like something else is a text.
  return content.kind === "contact" || content.kind === "event"
    ? { title: titleOf(content, title), icon: content.kind, content, notes: [mime.mediaType] }
    : { title, icon: "text", content: { kind: "text", text }, notes: [] };
}

/** JSON and XML are texts too, in UTF-8 unless they say otherwise; what is not text stays bytes. */
function structuredText(mediaType: string, payload: Uint8Array): string | undefined {
  if (!/[/+](?:json|xml)$/i.test(mediaType)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    return undefined;
  }
}

const securities = { open: "nopass", wpa: "WPA", wep: "WEP", enterprise: "EAP", unknown: "?" };

function wifiContent(wifi: Extract<RecordValue, { kind: "wifi" }>): Content {
  const { ssid, password, security } = wifi;
  return {
    kind: "wifi",
    name: ssid,
    security: securities[security],
    hidden: false,
    ...(password ? { password } : {}),
  };
}

function titleOf({ kind }: Content, otherwise: string): string {
  return kind === "text" ? otherwise : moreTexts.content.kinds[kind];
}

function iconOf({ kind }: Content, otherwise: AnyIconName): AnyIconName {
  return kind === "text" ? otherwise : kind;
}

/** A language tag (BCP 47) in words, with the tag itself. */
function languageName(tag: string): string {
  if (tag === "") return nfcTexts.records.languageUnknown;
  try {
    const name = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(tag);
    return name ? `${name} (${tag})` : tag;
  } catch {
    // Written so that it is no language tag.
    return tag;
  }
}

/** As Android has them: names with dots between, of letters, digits and underscores. */
function isPackageName(name: string): boolean {
  return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name);
}

function storeAddress(packageName: string): string {
  return `https://play.google.com/store/apps/details?id=${packageName}`;
}
