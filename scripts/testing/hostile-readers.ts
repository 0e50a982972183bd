import { maxHeaderSize } from "node:http";
import {
  listOpenings,
  parseContent,
  parseGs1,
  parseLink,
  parsePlace,
  parseSupplierLabel,
  revealInvisible,
  summarizeContent,
} from "@scanhook/content";
import { parseTag, parseUid } from "@scanhook/tags";
import {
  parseBasic,
  parseChallenges,
  parseReceiverUrl,
  parseScan,
  parseVerdict,
  sourceOf,
} from "@scanhook/webhook";
import { parseAcceptEncoding, parseEntityTags } from "../../apps/hub/src/pages/list-headers.ts";
import { extractStructuredJson } from "../../apps/hub/src/receive/structured-json.ts";
import { guessColumns } from "../../apps/hub/src/registers/guess-columns.ts";
import { readRows } from "../../apps/hub/src/registers/import.ts";
import { keysOf, readUid, textKey } from "../../apps/hub/src/registers/keys.ts";
import { readProductFacts } from "../../apps/hub/src/registers/product-facts.ts";
import { parseTable } from "../../apps/hub/src/registers/table.ts";
import { parseTypedKey } from "../../apps/hub/src/registers/typed-key.ts";
import { compileFilter, type Routable } from "../../apps/hub/src/shaping/filter.ts";
import { toIndexedText, toWordEnd, toWords } from "../../apps/hub/src/store/indexed-text.ts";
import type { RouteFilter } from "../../apps/hub/src/store/routing.ts";
import { toTagIdentifier } from "../../apps/hub/src/store/tag-identifier.ts";
import { toJoinedIdentifier, toTypedWords } from "../../apps/hub/src/store/typed-search.ts";
import { fillTemplate } from "../../apps/hub/src/templates/template.ts";
import { parseContentLines } from "../../packages/content/src/content-lines.ts";
import { toCsvLine } from "../../packages/csv/src/line.ts";

/** A reader, and a text of about so many characters that costs it more than any other we know. */
export type HostileReader = {
  name: string;
  make: (size: number) => string;
  /** Returns a promise if it lets other work run in between. */
  read: (text: string) => unknown;
  /** Whether its growth shows only between 64 KiB and 1 MiB. */
  isLarge?: boolean;
};

type Shape = readonly [name: string, make: (size: number) => string];

/** Makes texts of one unit many times over, between a beginning and an end. */
function many(unit: string, head = "", tail = ""): (size: number) => string {
  return (size) => {
    const room = size - head.length - tail.length;
    return head + unit.repeat(Math.max(1, Math.floor(room / unit.length))) + tail;
  };
}

const vcard = "BEGIN:VCARD\nVERSION:2.1\nFN:x\n";
const note = `${vcard}NOTE;ENCODING=QUOTED-PRINTABLE:`;
const accents = "\u0301\u0316";

/** Texts of each kind of content: separators, escapes, openings that nothing closes, and lines. */
const contents: readonly Shape[] = [
  ["vCard: soft line breaks", many("=41=42=\n", note)],
  ["vCard: empty soft lines", many("=\n", note)],
  ["vCard: one quoted-printable line", many("=41", note)],
  ["vCard: broken quoted-printable", many("é=4", note)],
  ["vCard: short lines", many("A:\n", vcard)],
  ["vCard: mail addresses", many("EMAIL:a@b\n", vcard)],
  ["vCard: postal addresses", many("ADR:;;;;\n", vcard)],
  ["vCard: folded lines", many("\n ", `${vcard}NOTE:`)],
  ["vCard: parameters", many(";a=b", `${vcard}NOTE`)],
  ["vCard: quotes, the last one open", many('"b"', `${vcard}NOTE;a`, '"')],
  ["vCard: escapes", many("\\n", `${vcard}NOTE:`)],
  ["vCard: parts of a name", many(";", `${vcard}N:`)],
  ["vCard: lists of a name", many(",", `${vcard}N:`)],
  ["vCard: several", many("BEGIN:VCARD\nFN:x\nEND:VCARD\n")],
  ["vCard: agents", many("BEGIN:VCARD\n", vcard)],
  ["vCard: quoted-printable without a code", many("a", note)],
  ["vCard: two character sets", many("=FCé", note.replace(";ENC", ";CHARSET=ISO-8859-1;ENC"))],
  ["vCard: spaces", many(" ", `${vcard}NOTE:`, "x")],
  ["MECARD: fields", many("TEL:1;", "MECARD:N:x;")],
  ["MECARD: escapes", many("\\a", "MECARD:N:x;NOTE:")],
  ["MECARD: commas of an address", many(",", "MECARD:N:x;ADR:")],
  ["MECARD: escaped commas", many("\\,", "MECARD:N:")],
  ["BIZCARD: fields", many("B:1;", "BIZCARD:N:x;")],
  ["event: several", many("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n", "BEGIN:VCALENDAR\n")],
  ["event: nested components", many("BEGIN:VEVENT\n", "BEGIN:VEVENT\n")],
  ["event: soft line breaks", many("=41=42=\n", note.replaceAll("VCARD", "VEVENT"))],
  ["Wi-Fi: fields", many("P:y;", "WIFI:S:x;")],
  ["telephone: digits", many("1 ", "tel:", "x")],
  ["message: numbers", many(",", "sms:1")],
  ["message: separators", many(";body", "sms:1")],
  ["telephone: extensions", many(";ext=1a", "tel:1")],
  ["mail: copies", many("cc=a@b&", "mailto:?")],
  ["mail: colons", many(":", "smtp:a@b")],
  ["mail: addresses", many("a@b,", "mailto:")],
  ["mail: at signs", many("@", "mailto:")],
  ["mail: fields", many("a=b&", "mailto:a@b?")],
  ["place: parameters", many(";crs", "geo:0,0")],
  ["place: open parentheses", many("(", "geo:0,0?q=")],
  ["place: closed parentheses", many("(", "geo:0,0?q=", ")x")],
  ["place: digits", many("1", "geo:1.", ",")],
  ["link: labels of a host", many("ä.", "https://")],
  ["link: accents in a host", many(accents, "https://a", ".b")],
  ["link: folders", many("a/../", "https://a.b/")],
  ["link: at signs", many("@", "https://a", "b.c")],
  ["text: spaces", many(" ", "", "x")],
  ["text: accents", many(accents, "a")],
  ["text: words", many("ä ")],
  ["text: control characters", many("\u0080")],
  ["text: joiners", many("\u200d")],
];

const scan = '{"identifier":"04:A2","date":"d","content":"c"';
const list = `${scan},"structured":{"a":[`;

/** Bodies of scans: wide, deep, and with many keys and spaces. */
const bodies: readonly Shape[] = [
  ["lists", many("[],", list, "0]}}")],
  ["objects", many("{},", list, "0]}}")],
  ["deep lists", many(`${"[".repeat(90)}${"]".repeat(90)},`, list, "0]}}")],
  ["numbers and spaces", many("1 , ", list, "0]}}")],
  [
    "different keys",
    (size) => {
      const keys = Array.from({ length: size / 9 }, (_, n) => `"${n.toString(36)}":1`);
      return `${scan},"structured":{${keys.join(",")}}}`;
    },
  ],
  ["many structured", many('"structured":{},', `${scan},`, '"b":1}')],
  ["escaped keys", many('"\\u0061":1,', `${scan},"structured":{},`, '"b":1}')],
  [
    "too deep",
    (size) => {
      const levels = Math.floor(size / 2) - 40;
      return `${scan},"structured":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    },
  ],
];

const identifiers: readonly Shape[] = [
  ["a long UID", many("04:", "", "04")],
  ["a long UID, broken", many("04:", "", "x")],
  ["spaces", many(" ", "", "04")],
];

const challenges: readonly Shape[] = [
  ["schemes", many("a,")],
  ["parameters", many("b=c, ", "a ")],
  ["an open quote", many("\\a", 'a b="')],
  ["spaces", many(" ", "a ", "x")],
];

const headers: readonly Shape[] = [
  ["spaces", many(" ", "x", "x")],
  ["commas", many(",")],
];

const gs1: readonly Shape[] = [
  ["elements", many("10a\u001d", "]C1")],
  ["fixed lengths", many("11260101", "0109506000134352")],
  ["unknown identifiers", many("8099a\u001d", "]C1")],
  ["segments of a link", many("/01", "https://a.b")],
  ["attributes of a link", many("10=a&", "https://a.b/01/09506000134352?")],
  ["printed", many("(10)a", "(01)09506000134352")],
  ["open parentheses", many("(", "(10)")],
  ["keys of a link", many("/01/09506000134353", "https://a.b")],
];

const labels: readonly Shape[] = [
  ["fields", many("\u001d1PA", "[)>\u001e06")],
  ["dates", many("\u001d14D20260131", "[)>\u001e06")],
  ["envelopes", many("\u001e06\u001dQ1", "[)>")],
  ["identifiers", many("1", "[)>\u001e06\u001d")],
];

const tables: readonly Shape[] = [
  [
    "different columns",
    (size) => {
      const columns = Array.from({ length: size / 7 }, (_, n) => n.toString(36).padStart(6, "c"));
      return `${columns.join(",")}\n1`;
    },
  ],
  ["columns without a name", many(",", "a", "\n1")],
  ["open quotes", many('"a",', "", '"')],
  ["quotes", many('""', 'a\n"', '"')],
];

const patterns = ["*foo*bar", "x?*ab*c", "*a?b*", "/(a|b|ab)*c/", "/(.*)=(.*)x$/i", "!*foo*"];

/** Ordinary templates, and the filters whose work is not one pass of a function of JavaScript. */
const templates = [
  "{{ content | summary }}",
  "{{ content | strip_html }}",
  "{{ content | strip | truncatewords: 5 }}",
  "{{ content | rstrip | newline_to_br }}",
  "{{ content | strip_newlines | normalize_whitespace }}",
  "{{ content | number_of_words: 'auto' }}",
  "{{ content | remove: 'a' | slugify }}",
  "{{ content | escape }}",
  "{{ content | escape_once }}",
  "{{ content | url_encode }}",
  "{{ content | split: ' ' | sort | uniq | size }}",
  "{{ content | replace: content, 'a' }}",
];

/** Texts that an expression of a filter could be slow on. */
const markup: readonly Shape[] = [
  ["open tags", many("<script>")],
  ["open comments", many("<!--")],
  ["entities", many("&amp;")],
  ["spaces", many(" ", "x", "x")],
  ["words", many("a ")],
  ["lines", many("a\n")],
];

function forEach(
  room: string,
  shapes: readonly Shape[],
  read: (text: string) => unknown,
): HostileReader[] {
  return shapes.map(([name, make]) => ({ name: `${room} · ${name}`, make, read }));
}

/** Each character of these texts is a byte of a tag. */
const tags: readonly HostileReader[] = [
  ["empty records", [0x10, 0, 0]],
  ["Wi-Fi fields", [0x10, 0x45, 0, 0]],
  ["zeros", [0]],
  ["open lists", [0x9f]],
].map(([name, unit]) => ({
  name: `parseTag · ${name}`,
  make: many(String.fromCharCode(...(unit as number[]))),
  read: (text) => {
    const payload = Uint8Array.from(Buffer.from(text, "latin1"));
    const types = ["application/vnd.wfa.wsc", "application/vnd.openprinttag"];
    const records = types.map((type) => ({
      tnf: 2,
      type: new TextEncoder().encode(type),
      id: new Uint8Array(0),
      payload,
    }));
    return [parseTag({ records }), parseTag({ message: payload })];
  },
}));

const startingWith = (start: string) => contents.filter(([name]) => name.startsWith(start));
const [links, places, texts] = [startingWith("link"), startingWith("place"), startingWith("text")];
const lines = contents.filter(([name]) => /soft line|broken quoted/.test(name));
const passesStructured = createFilter({ structured: { a: "*foo*" } });
const rules = { contacts: true, products: true, ignoreCase: true, links: { hosts: ["a.b"] } };

function beLarge(reader: HostileReader): HostileReader {
  return { ...reader, isLarge: true };
}

/** Every reader of what strangers write, with the texts that cost it most. */
export const hostileReaders: readonly HostileReader[] = [
  ...forEach("parseContentLines", lines, parseContentLines).map(beLarge),
  ...forEach("parseContent", contents, (text) => {
    const content = parseContent(text);
    return [summarizeContent(content), listOpenings(content)];
  }),
  ...forEach("parseLink", links, parseLink),
  ...forEach("parsePlace", places, parsePlace),
  ...forEach("parseGs1", gs1, (text) => parseGs1(text)),
  ...forEach("parseSupplierLabel", labels, (text) => parseSupplierLabel(text)),
  ...forEach("revealInvisible", texts, (text) => revealInvisible(text)),
  ...forEach("parseScan", bodies, parseScan),
  ...forEach("extractStructuredJson", bodies, extractStructuredJson),
  ...forEach("filter of structured", bodies, (body) => {
    const parsed = parseScan(body);
    return parsed.ok && passesStructured({ inbox: "door", ...parsed.scan });
  }),
  ...patterns.flatMap((pattern) => {
    const passes = createFilter({ content: pattern });
    return forEach(`filter ${pattern}`, [...texts, ["text: letters", many("ab")]], (content) =>
      passes({ inbox: "door", identifier: "", content }),
    );
  }),
  ...forEach("identifier", identifiers, (text) => [
    sourceOf(text),
    toTagIdentifier(text),
    parseUid(text),
    readUid(text),
  ]),
  ...forEach("keysOf", contents, (content) => keysOf({ content }, rules)),
  ...forEach("keysOf with products", [...gs1, ...labels], (content) => [
    keysOf({ content }, rules),
    readProductFacts(content, 0),
  ]),
  ...forEach("textKey", texts, (text) => textKey(text, rules)),
  ...forEach("parseTypedKey", texts, (text) => parseTypedKey(`t:${text}`)),
  ...forEach("search", texts, (text) => [
    toTypedWords(text).map(toJoinedIdentifier),
    toWords(text).length,
    toWords(toIndexedText(text)).map(toWordEnd),
  ]),
  ...forEach("parseChallenges", challenges, parseChallenges),
  ...forEach("header of a page", headers, (text) => {
    const header = text.slice(0, maxHeaderSize);
    return [parseAcceptEncoding(header), parseEntityTags(header)];
  }),
  ...forEach("parseBasic", [["Base64", many("YWE6", "basic ")]], parseBasic),
  ...forEach("parseReceiverUrl", links, (text) => parseReceiverUrl(text)),
  ...forEach("parseVerdict", [["a long word", many("é")]], (text) =>
    parseVerdict(JSON.stringify({ verdict: { result: "yes", code: "a", word: text, text } })),
  ),
  ...forEach("guessColumns", [["spaces", many(" ")]], (text) =>
    guessColumns({ columns: [text], rows: [[text]], hasHeader: true }),
  ),
  ...forEach("list of a register", tables, async (text) => {
    const table = await parseTable(Buffer.from(text));
    if (!table.ok) return table;
    const { columns } = table.value;
    return [guessColumns(table.value), await readRows(table.value, { label: columns[0]! }, {})];
  }).map(beLarge),
  ...forEach("toCsvLine", [["spaces", many(" ")]], (text) => toCsvLine([text])),
  ...templates.flatMap((template) =>
    forEach(template, markup, (content) => fillTemplate(template, { content })),
  ),
  ...tags,
];

function createFilter(filter: RouteFilter): (scan: Routable) => boolean {
  const compiled = compileFilter(filter);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.passes;
}
