import { hex4, utf16Hex } from "./syntax.ts";

/** Gives the characters of a document codes of two bytes. */
export type CharacterCodes = {
  /** Returns the codes of a text, four hexadecimal digits each, and their number. */
  encode(text: string): { hex: string; count: number };
  /** Returns the number of codes in use, which run from 1 on without a gap. */
  size(): number;
  /** Returns the CMap that maps the codes back to Unicode (ISO 32000-1, 9.10.3). */
  toUnicode(): string;
};

/** The code of a space. */
export const spaceCode = "0001";

/** A TrueType font has at most 65,535 glyphs, and glyph 0 stands for no character. */
const maxCodes = 65_534;

/** The maximum number of lines in a section of a CMap: more break readers such as Ghostscript. */
const maxSectionLines = 100;

/**
 * Gives every character of a document, in the order in which they first appear, a code of its own,
 * so that characters beyond the Basic Multilingual Plane need no surrogates and the CMap lists only
 * what is used. A document that has more than 65,532 different characters shows U+FFFD for the
 * others.
 */
export function createCharacterCodes(): CharacterCodes {
  const characters = [" "];
  const codes = new Map([[" ", 1]]);

  const codeOf = (character: string): number => {
    const known = codes.get(character);
    if (known !== undefined) return known;
    if (characters.length >= maxCodes - 1 && character !== "\uFFFD") return codeOf("\uFFFD");
    characters.push(character);
    codes.set(character, characters.length);
    return characters.length;
  };

  return {
    encode(text) {
      let hex = "";
      let count = 0;
      for (const character of text) {
        hex += hex4(codeOf(character));
        count++;
      }
      return { hex, count };
    },
    size: () => characters.length,
    toUnicode() {
      const lines = characters.map(
        (character, index) => `<${hex4(index + 1)}> <${utf16Hex(character)}>`,
      );
      const sections: string[] = [];
      for (let start = 0; start < lines.length; start += maxSectionLines) {
        const section = lines.slice(start, start + maxSectionLines);
        sections.push(`${section.length} beginbfchar\n${section.join("\n")}\nendbfchar\n`);
      }
      return `${cmapStart}${sections.join("")}${cmapEnd}`;
    },
  };
}

const cmapStart = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
`;

const cmapEnd = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
