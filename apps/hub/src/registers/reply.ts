import { verdictTexts } from "../texts/verdict-texts.ts";
import { formatTime } from "./format-time.ts";
import type { ReplyParts } from "./kinds/kind.ts";
import { fillLine, namesGuest } from "./own-line.ts";
import { splitFields } from "./shown-fields.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A verdict before its movement is stored. `hidden` holds facts that go to destinations only, and
 * never to a phone.
 */
export type Reply = Omit<Verdict, "movement" | "at"> & { hidden?: [string, string][] };

/** In characters (Unicode code points). */
const maxTextLength = 240;

/** A reply. `lineProblem` is one sentence on why the owner's own line could not be filled in. */
export type Composed = { reply: Reply; lineProblem?: string };

/**
 * Composes the texts that people see. Times are in the time zone of the hub. Where the owner has
 * written a line for the code, it replaces the standard sentence, unless it cannot be filled in or
 * names the entry to a sender who may not see names.
 */
export function composeReply(parts: ReplyParts): Composed {
  const { entry, showsNames, told, now, register, language } = parts;
  const { kind, rules } = register;
  const name =
    (showsNames ? entry?.label : undefined) ?? verdictTexts(language).someone[kind.someone];
  const standard = compose(parts, kind.sentence(name, parts));
  const template = rules.texts?.[parts.code];
  if (template === undefined || (!showsNames && namesGuest(template))) return { reply: standard };
  const { presence } = told;
  const line = fillLine(template, {
    verdict: standard,
    ...(showsNames && entry && { entry }),
    ...(showsNames &&
      presence && {
        last: { time: formatTime(presence.since, now, language), door: presence.door },
      }),
  });
  return line.ok
    ? { reply: compose(parts, line.text) }
    : { reply: standard, lineProblem: line.reason };
}

function compose(parts: ReplyParts, sentence: string): Reply {
  const { result, code, register, entry, now, scannedAt, showsNames, language } = parts;
  const { kind, rules } = register;
  const shown = showsNames ? entry : undefined;
  const { scannedAt: tellScannedAt } = verdictTexts(language).common;
  const lateNote =
    scannedAt === undefined ? "" : tellScannedAt({ time: formatTime(scannedAt, now, language) });
  const warning = kind.warning(parts);
  const fields = splitFields(shown?.fields ?? {}, rules);
  const timedText = join(sentence, warning, lateNote);
  const times = listTimes(parts).filter((time) => timedText.includes(time));
  const attention = kind.attends.includes(code) ? shown?.attention : undefined;
  const text = join(sentence, warning, attention ?? "", lateNote);
  return {
    result,
    code,
    word: kind.word(parts),
    ...(shown && { title: cut(shown.label) }),
    text: cut(text),
    facts: [...kind.listFacts(parts), ...fields.shown],
    ...(fields.hidden.length > 0 && { hidden: fields.hidden }),
    ...kind.extend(parts),
    ...(showsNames && parts.hand && { hand: parts.hand }),
    register: register.name,
    ...(times.length > 0 && { times }),
    ...(result === "look" && rules.tap && { tap: true as const }),
    // Programs rely on the first word, so it is the same in all languages.
    message: cut(`${result.toUpperCase()}. ${text}`),
  };
}

function join(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Lists the times of day, as `HH:MM`, that the sentences of a verdict may contain. */
function listTimes(parts: ReplyParts): string[] {
  const { scannedAt, now, register, language } = parts;
  const moments = [scannedAt, parts.told.seen?.at, now].filter((time) => time !== undefined);
  const times = moments.map((time) => formatTime(time, time, language));
  return [...new Set([...register.kind.listTimes(parts), ...times])];
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxTextLength
    ? text
    : `${characters.slice(0, maxTextLength - 1).join("")}…`;
}
