import type { Messages } from "../../packages/texts/src/make-texts.ts";

/** Writes the words of a text in another way; placeholders and markup stay. */
export type Writer = (words: string) => string;

/**
 * Makes the texts of a pseudo-language of the files of a real one: each text is written by `write`,
 * and each form of a plural ends with its name, such as `few`.
 */
export function makePseudo(messages: Messages, write: Writer): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      const [, form] = /_(zero|one|two|few|many|other)$/.exec(key) ?? [];
      if (typeof message !== "string") {
        const isList = Array.isArray(message);
        return [
          key,
          isList
            ? message.map((text) => writeWords(text, write))
            : makePseudo(message as Messages, write),
        ];
      }
      return [key, `${writeWords(message, write)}${form ? ` ${form}` : ""}`];
    }),
  );
}

function writeWords(text: string, write: Writer): string {
  return text
    .split(/(\{\{.*?\}\}|\{%.*?%\}|<[^>]*>|&\w+;)/)
    .map((part, index) => (index % 2 === 0 ? write(part) : part))
    .join("");
}

/** Makes words half as long again, as those of Finnish and German are, with accents above. */
export const writeLong: Writer = (words) =>
  words.replace(/[a-z]{4,}/gi, (word) =>
    [...word]
      .map((letter, index) => (index % 2 === 0 ? letter : `${letter}${lengthen(letter)}`))
      .join(""),
  );

const lengthen = (letter: string) => ({ a: "å", e: "ê", i: "ï", o: "ö", u: "ü" })[letter] ?? letter;

/** Writes in letters as wide as those of Chinese and Japanese, without spaces. */
export const writeWide: Writer = (words) =>
  words.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const arabic = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي";

/** Writes in letters that run from right to left. */
export const writeFromRight: Writer = (words) =>
  words.replace(/[a-z]/gi, (letter) => arabic[letter.toLowerCase().charCodeAt(0) - 97]!);
