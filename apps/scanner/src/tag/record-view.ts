import { type Content, parseContent } from "@scanhook/content";
import * as icons from "@scanhook/page-parts/icons";
import type { NdefRecord, RecordValue } from "@scanhook/tags";
import { pageLocale } from "@scanhook/texts/reader";
import { moreTexts } from "../texts/more.ts";
import { nfcTexts } from "../texts/nfc.ts";
import { contentIcons } from "../ui/content-icons.ts";

/** The presentation of a record: parsed content, a sentence, or bytes if the meaning is unknown. */
export type RecordView = {
  title: string;
  /** A drawing of icons.ts. */
  icon: string;
  content?: Content;
  sentence?: string;
  notes: string[];
  link?: { label: string; href: string } | undefined;
  bytes?: Uint8Array | undefined;
};

/** Returns the view of a record whose value was read with `readRecord`. */
export function toRecordView(record: NdefRecord, value: RecordValue): RecordView {
  const recordTexts = nfcTexts.records;
  switch (value.kind) {
    case "empty":
      return {
        title: recordTexts.empty.title,
        icon: icons.text,
        sentence: recordTexts.empty.text,
        notes: [],
      };
    case "uri": {
      const content = parseContent(value.uri);
      return {
        title: titleOf(content, recordTexts.uri),
        icon: iconOf(content, icons.link),
        content,
        notes: [],
      };
    }
    case "text": {
      const content: Content = { kind: "text", text: value.text };
      const notes = [`${recordTexts.language}: ${languageName(value.language)}`];
      return { title: recordTexts.text, icon: icons.text, content, notes };
    }
    case "smart-poster":
      return toPosterView(record, value);
    case "wifi":
      return {
        title: recordTexts.wifi,
        icon: icons.wifi,
        content: toWifiContent(value),
        notes: [],
      };
    case "mime":
      return toMimeView(record, value);
    case "app":
      return {
        title: recordTexts.app,
        icon: icons.app,
        sentence: value.packageName,
        notes: [],
        link: isPackageName(value.packageName)
          ? { label: recordTexts.openStore, href: toStoreUrl(value.packageName) }
          : undefined,
      };
    case "external":
      return toRawView(recordTexts.external({ type: value.type }), record);
    case "openPrintTag":
      return toRawView(recordTexts.openPrintTag, record);
    case "openTag3D":
      return toRawView(recordTexts.openTag3D, record);
    case "unknown":
      return value.type
        ? toRawView(recordTexts.unknownType({ type: value.type }), record)
        : { ...toRawView(recordTexts.unknown.title, record), sentence: recordTexts.unknown.text };
    case "damaged":
      return {
        ...toRawView(recordTexts.damaged, record),
        icon: icons.warning,
        sentence: value.reason,
      };
  }
}

/** Returns a view that offers the payload as bytes. */
function toRawView(title: string, { payload }: NdefRecord): RecordView {
  const bytes = payload.length > 0 ? payload : undefined;
  return { title, icon: icons.braces, notes: [], bytes };
}

function toPosterView(
  record: NdefRecord,
  poster: Extract<RecordValue, { kind: "smart-poster" }>,
): RecordView {
  const recordTexts = nfcTexts.records;
  const [title, ...others] = poster.titles;
  const notes = [
    ...others.map(({ text, language }) =>
      recordTexts.alsoTitle({ title: text, language: languageName(language) }),
    ),
    ...(poster.action ? [recordTexts.actions[poster.action]] : []),
  ];
  if (poster.uri === undefined) {
    const view: RecordView = title
      ? {
          title: recordTexts.poster,
          icon: icons.text,
          content: { kind: "text", text: title.text },
          notes,
        }
      : toRawView(recordTexts.poster, record);
    return { ...view, notes };
  }
  const link = parseContent(poster.uri);
  const content = link.kind === "link" && title ? { ...link, title: title.text } : link;
  return { title: recordTexts.poster, icon: iconOf(content, icons.link), content, notes };
}

function toMimeView(record: NdefRecord, mime: Extract<RecordValue, { kind: "mime" }>): RecordView {
  const title = nfcTexts.records.mime({ type: mime.mediaType });
  const text = mime.text ?? decodeStructuredText(mime.mediaType, record.payload);
  if (text === undefined) return toRawView(title, record);
  const content = parseContent(text);
  // The formats of contacts and events are unambiguous. Any other text stays a text, even if it
  // looks like something else.
  return content.kind === "contact" || content.kind === "event"
    ? {
        title: titleOf(content, title),
        icon: contentIcons[content.kind],
        content,
        notes: [mime.mediaType],
      }
    : { title, icon: icons.text, content: { kind: "text", text }, notes: [] };
}

/** Returns JSON and XML as text; undefined for other types, and for bytes that are not UTF-8. */
function decodeStructuredText(mediaType: string, payload: Uint8Array): string | undefined {
  if (!/[/+](?:json|xml)\s*(?:;|$)/i.test(mediaType)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(payload);
  } catch {
    return undefined;
  }
}

const securityNames = { open: "nopass", wpa: "WPA", wep: "WEP", enterprise: "EAP", unknown: "?" };

function toWifiContent(wifi: Extract<RecordValue, { kind: "wifi" }>): Content {
  const { ssid, password, security } = wifi;
  return {
    kind: "wifi",
    name: ssid,
    security: securityNames[security],
    hidden: false,
    password: password || undefined,
  };
}

function titleOf({ kind }: Content, fallback: string): string {
  return kind === "text" ? fallback : moreTexts.content.kinds[kind];
}

function iconOf({ kind }: Content, fallback: string): string {
  return kind === "text" ? fallback : contentIcons[kind];
}

/**
 * Returns the name of a language with its tag (BCP 47); only the tag if the language has no name.
 */
function languageName(tag: string): string {
  if (tag === "") return nfcTexts.records.languageUnknown;
  try {
    const name = new Intl.DisplayNames([pageLocale()], { type: "language", fallback: "none" }).of(
      tag,
    );
    return name ? `${name} (${tag})` : tag;
  } catch {
    // Not a well-formed language tag.
    return tag;
  }
}

/**
 * Returns whether a text is an Android package name: two or more parts of letters, digits and
 * underscores, separated by dots.
 */
function isPackageName(name: string): boolean {
  return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(name);
}

function toStoreUrl(packageName: string): string {
  return `https://play.google.com/store/apps/details?id=${packageName}`;
}
