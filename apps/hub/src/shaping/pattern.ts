import { RE2JS } from "re2js";
import type { Parsed } from "../parsed.ts";
import { say } from "../texts/exact-message.ts";

/** Returns whether one of these texts matches. A missing value counts as no text. */
export type Pattern = (texts: readonly string[]) => boolean;
export type CompiledPattern = { ok: true; matches: Pattern } | { ok: false; reason: string };

/**
 * Compiles a pattern that a person wrote. Never throws; matching takes time linear in the text. `*`
 * stands for any text and `?` for any one character; ` | ` separates alternatives; a leading `!`
 * negates the pattern. The whole text must match, and case is ignored. `/…/` is a regular
 * expression (RE2) that must match somewhere; `/…/i` ignores case. Only the first 65,536 characters
 * of the texts are compared.
 */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length > maxPatternLength) {
    return { ok: false, reason: say("pattern-too-long", { max: String(maxPatternLength) }) };
  }
  const isNegated = pattern.trimStart().startsWith("!");
  const positive = (isNegated ? pattern.trimStart().slice(1) : pattern).trim();
  const compiled = compilePositive(positive);
  if (!compiled.ok) return compiled;
  const test = compiled.value;
  return { ok: true, matches: (texts) => limitTexts(texts).some(test) !== isNegated };
}

/**
 * The maximum total length of the texts that a pattern is compared with, in UTF-16 code units. No
 * code or tag has more.
 */
const maxTextsLength = 65_536;

function limitTexts(texts: readonly string[]): readonly string[] {
  let remainingLength = maxTextsLength;
  const [first] = texts;
  if (texts.length === 1 && first!.length <= remainingLength) return texts;
  return texts.flatMap((text) => {
    if (remainingLength <= 0) return [];
    const beginning = text.slice(0, remainingLength);
    remainingLength -= text.length + 1;
    return [beginning];
  });
}

export const maxPatternLength = 1000;

type Test = (text: string) => boolean;

function compilePositive(pattern: string): Parsed<Test> {
  const expression = /^\/(.+)\/(i?)$/s.exec(pattern);
  if (expression) return compileExpression(expression[1]!, expression[2] === "i");
  const tests = pattern.split(" | ").map((alternative) => compileWildcards(alternative.trim()));
  return { ok: true, value: (text) => tests.some((test) => test(text)) };
}

function compileExpression(expression: string, ignoreCase: boolean): Parsed<Test> {
  try {
    const compiled = RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { ok: true, value: (text) => compiled.matcher(text).find() };
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/[.\s]+$/, "") : "";
    return {
      ok: false,
      reason: say("pattern-invalid", { detail }),
    };
  }
}

function compileWildcards(pattern: string): Test {
  const isPlain = !pattern.includes("?") && pattern.isWellFormed();
  return isPlain ? compileTexts(pattern) : compileChars(pattern);
}

/** A faster `compileChars` for patterns without `?`, because filters run for every scan. */
function compileTexts(pattern: string): Test {
  const literals = pattern.split(/\*+/).map(foldText);
  const first = literals[0]!;
  // A character is one or two UTF-16 code units.
  if (literals.length === 1) {
    return (text) => text.length <= 2 * first.length && foldText(text) === first;
  }
  const last = literals.at(-1)!;
  const middle = literals.slice(1, -1);
  return (text) => {
    const folded = foldText(text);
    const end = folded.length - last.length;
    if (end < first.length || !folded.startsWith(first) || !folded.endsWith(last)) return false;
    let offset = first.length;
    for (const literal of middle) {
      const foundAt = folded.indexOf(literal, offset);
      if (foundAt < 0 || foundAt + literal.length > end) return false;
      offset = foundAt + literal.length;
    }
    return true;
  };
}

/**
 * Compiles a pattern into the literals between its `*`. A text must begin with the first literal
 * and end with the last one; each literal between them is matched as early as possible.
 */
function compileChars(pattern: string): Test {
  const literals = pattern.split(/\*+/).map((text) => Array.from(text, (char) => fold(char)));
  const first = literals[0]!;
  if (literals.length === 1) {
    return (text) => {
      const chars = Array.from(text, fold);
      return chars.length === first.length && matchesAt(first, chars, 0);
    };
  }
  const last = literals.at(-1)!;
  const middle = literals.slice(1, -1);
  return (text) => {
    const chars = Array.from(text, fold);
    const end = chars.length - last.length;
    if (end < first.length || !matchesAt(first, chars, 0) || !matchesAt(last, chars, end))
      return false;
    let offset = first.length;
    for (const literal of middle) {
      while (offset + literal.length <= end && !matchesAt(literal, chars, offset)) offset += 1;
      if (offset + literal.length > end) return false;
      offset += literal.length;
    }
    return true;
  };
}

function matchesAt(literal: readonly string[], chars: readonly string[], offset: number): boolean {
  for (let index = 0; index < literal.length; index += 1) {
    const char = literal[index]!;
    if (char !== "?" && char !== chars[offset + index]) return false;
  }
  return true;
}

function foldText(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z\u{80}-\u{10ffff}]/gu, (char) => fold(char));
}

/**
 * Folds the case of one character. A character that becomes longer in another case (ß) stays as it
 * is, so that the number of characters never changes.
 */
function fold(char: string): string {
  if (char.length === 1 && char < "\x80") return char.toLowerCase();
  const upper = char.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : char).toLowerCase();
  return isOneCharacter(lower) ? lower : char;
}

function isOneCharacter(text: string): boolean {
  return text.length === (text.codePointAt(0)! > 0xffff ? 2 : 1);
}
