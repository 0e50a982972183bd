import { RE2JS } from "re2js";

/** Says whether one of these texts is meant. A value that is not there is no text at all. */
export type Pattern = (texts: readonly string[]) => boolean;
export type CompiledPattern = { ok: true; matches: Pattern } | { ok: false; reason: string };

/**
 * Compiles what a person wrote to pick texts out. Never throws, and takes time linear in the text.
 * `*` is any text and `?` any one character; several patterns stand with ` | ` between; a leading `!` means all other
 * texts. The whole text has to fit, upper and lower case are the same. `/…/` is a regular expression (RE2) that has to
 * fit somewhere; with `/…/i` upper and lower case are the same.
 */
export function compilePattern(written: string): CompiledPattern {
  if (written.length > longestPattern) {
    return { ok: false, reason: `A pattern may have ${longestPattern} characters at most.` };
  }
  const isNegated = written.trimStart().startsWith("!");
  const positive = (isNegated ? written.trimStart().slice(1) : written).trim();
  const compiled = compilePositive(positive);
  if (!compiled.ok) return compiled;
  const { test } = compiled;
  return { ok: true, matches: (texts) => texts.some(test) !== isNegated };
}

export const longestPattern = 1000;

type Test = (text: string) => boolean;

function compilePositive(
  pattern: string,
): { ok: true; test: Test } | { ok: false; reason: string } {
  const expression = /^\/(.+)\/(i?)$/s.exec(pattern);
  if (expression) return compileExpression(expression[1]!, expression[2] === "i");
  const tests = pattern.split(" | ").map((one) => compileWildcards(one.trim()));
  return { ok: true, test: (text) => tests.some((test) => test(text)) };
}

function compileExpression(expression: string, ignoreCase: boolean) {
  try {
    const compiled = RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { ok: true, test: (text: string) => compiled.matcher(text).find() } as const;
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/[.\s]+$/, "") : "";
    return {
      ok: false,
      reason: `The regular expression cannot be read (${what}); it is written as RE2 knows them, without look-around and back references.`,
    } as const;
  }
}

function compileWildcards(pattern: string): Test {
  const isPlain = !pattern.includes("?") && pattern.isWellFormed();
  return isPlain ? compileTexts(pattern) : compileChars(pattern);
}

/** As `compileChars` does it, for patterns without `?`: every scan comes by here, and whole texts are found far quicker. */
function compileTexts(pattern: string): Test {
  const parts = pattern.split(/\*+/).map(foldText);
  const first = parts[0]!;
  // A character is one unit or two.
  if (parts.length === 1) {
    return (text) => text.length <= 2 * first.length && foldText(text) === first;
  }
  const last = parts.at(-1)!;
  const middle = parts.slice(1, -1);
  return (text) => {
    const folded = foldText(text);
    const end = folded.length - last.length;
    if (end < first.length || !folded.startsWith(first) || !folded.endsWith(last)) return false;
    let at = first.length;
    for (const part of middle) {
      const found = folded.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** Parts between the `*`: the first begins the text, the last ends it, each other follows as early as it can. */
function compileChars(pattern: string): Test {
  const parts = pattern.split(/\*+/).map((part) => Array.from(part, (char) => fold(char)));
  const first = parts[0]!;
  if (parts.length === 1) {
    return (text) => {
      const chars = Array.from(text, fold);
      return chars.length === first.length && fits(first, chars, 0);
    };
  }
  const last = parts.at(-1)!;
  const middle = parts.slice(1, -1);
  return (text) => {
    const chars = Array.from(text, fold);
    const end = chars.length - last.length;
    if (end < first.length || !fits(first, chars, 0) || !fits(last, chars, end)) return false;
    let at = first.length;
    for (const part of middle) {
      while (at + part.length <= end && !fits(part, chars, at)) at += 1;
      if (at + part.length > end) return false;
      at += part.length;
    }
    return true;
  };
}

function fits(part: readonly string[], chars: readonly string[], at: number): boolean {
  return part.every((char, index) => char === "?" || char === chars[at + index]);
}

function foldText(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z\u{80}-\u{10ffff}]/gu, (char) => fold(char));
}

/** One character for one: what grows in another case (ß) stays as it is. */
function fold(char: string): string {
  if (char.length === 1 && char < "\x80") return char.toLowerCase();
  const upper = char.toUpperCase();
  const lower = (isOne(upper) ? upper : char).toLowerCase();
  return isOne(lower) ? lower : char;
}

function isOne(text: string): boolean {
  return text.length === (text.codePointAt(0)! > 0xffff ? 2 : 1);
}
