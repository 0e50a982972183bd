/**
 * Writes names such as ‹RLO› in place of invisible characters: control characters,
 * characters that change the direction of the text (https://www.unicode.org/reports/tr9/), line
 * separators, and those that have no glyph (Unicode's Default_Ignorable_Code_Point). With them, a
 * text could look like another one. Joiners and variation selectors stay where emoji and scripts
 * such as Arabic and Devanagari need them. With `keepLines`, tabs and line ends stay too.
 */
export function revealInvisible(text: string, options: { keepLines?: boolean } = {}): string {
  return text.replace(invisible, (run) => {
    const revealed: string[] = [];
    // Code points, because strings of one character would take most of the time.
    for (let index = 0; index < run.length; index += 1) {
      const code = run.codePointAt(index)!;
      if (code > 0xffff) index += 1;
      const isKept = options.keepLines && lineCodes.has(code);
      revealed.push(isKept ? String.fromCharCode(code) : nameOf(code));
    }
    return revealed.join("");
  });
}

/** Tab, line feed and carriage return. */
const lineCodes = new Set([0x09, 0x0a, 0x0d]);

// A variation selector belongs to the character before it, and a joiner to the emoji or letters
// that it joins.
const selector = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";
const joiner = "[\\u200c\\u200d]";
const alternatives = [
  // A joiner after a joiner joins nothing. This is found without a look at the text before a run.
  `(?<=${joiner})${joiner}`,
  "[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\u2800]",
  `(?!${selector}|${joiner})\\p{Default_Ignorable_Code_Point}`,
  `(?<![\\p{L}\\p{M}\\p{S}\\p{P}\\p{N}])${selector}`,
  `(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{M}\\p{Lo}])${joiner}`,
];
// Matches whole runs, because a call for each character would be slow. Limits the length of a run,
// because the stack of the regular expression is limited.
const invisible = new RegExp(`(?:${alternatives.join("|")}){1,1000}`, "gu");

/** Returns the name of a character in ‹›, or its code in hexadecimal if it has no name. */
function nameOf(code: number): string {
  const cachedName = nameCache.get(code);
  if (cachedName !== undefined) return cachedName;
  const digits = code.toString(16).toUpperCase();
  const name = `‹${names[code] ?? digits.padStart(code < 0x100 ? 2 : 4, "0")}›`;
  nameCache.set(code, name);
  return name;
}

/** Names by code point: at most a few thousand, because no more characters are invisible. */
const nameCache = new Map<number, string>();

/** The abbreviations of ISO/IEC 646 (0 to 31, and 127) and of Unicode, by code point. */
const names: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
      .split(" ")
      .entries(),
  ),
  127: "DEL",
  173: "SHY",
  1564: "ALM",
  8203: "ZWSP",
  8204: "ZWNJ",
  8205: "ZWJ",
  8206: "LRM",
  8207: "RLM",
  8232: "LSEP",
  8233: "PSEP",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "WJ",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  65279: "BOM",
};
