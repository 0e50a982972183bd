import type { ImportColumns } from "./import.ts";

/** Names of columns in English, German, French and Spanish, most certain first within a line. */
const guesses: Record<keyof ImportColumns, readonly RegExp[]> = {
  uid: [/^(uid|nfc|tag)\b/i],
  label: [
    /^((full|guest|display) ?)?name$/i,
    /^(gast|nom|nombre|teilnehmer|attendee|guest|participant|invité|invitado)\b/i,
    /name/i,
  ],
  key: [
    /ticket ?(code|no|nr|number|nummer|id)/i,
    /^(ticket|code|código|barcode|qr)/i,
    /code|secret/i,
    /^(id|number|nummer|no\.?|nr\.?)$/i,
  ],
  group: [/^(group|gruppe|groupe|grupo)/i, /categor|kategor|catégor|type|typ$/i],
  attention: [/^(note|notes|notiz|remark|comment|attention|hinweis|bemerkung|nota)/i],
};

/** The order in which columns are taken, so that “ticket type” is no code if “group” can have it. */
const order = ["uid", "label", "group", "attention", "key"] as const;

/** Guesses from the names of its columns what a list means. A column that no name fits is left out. */
export function guessColumns(columns: readonly string[]): Partial<ImportColumns> {
  const taken = new Set<string>();
  const guessed: Partial<ImportColumns> = {};
  for (const wanted of order) {
    const found = guesses[wanted]
      .map((pattern) => columns.find((name) => !taken.has(name) && pattern.test(name)))
      .find((name) => name !== undefined);
    if (found === undefined) continue;
    taken.add(found);
    guessed[wanted] = found;
  }
  return guessed;
}
