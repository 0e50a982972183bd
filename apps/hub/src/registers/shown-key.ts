/**
 * Returns a key of an entry as people read and write it, without the letter of its kind. The number
 * of a product has 8, 12, 13 or 14 digits, and another number of GS1 stands after its identifier in
 * parentheses; `textKey` makes the same key of both under the same rules.
 */
export function showKey(key: string): string {
  const text = key.slice(2);
  if (!key.startsWith("g:")) return text;
  const [, gtin = "", serial] = /^01(\d{14})(?:21(.+))?$/.exec(text) ?? [];
  if (gtin !== "" && serial === undefined) return gtin.replace(/^(?:0{6}|00|0)/, "");
  // Parentheses in a value could be taken for an identifier.
  if (/\(\d{2,4}\)/.test(text)) return `]C1${text}`;
  if (serial !== undefined) return `(01)${gtin}(21)${serial}`;
  return text.replace(/^(?:00|8\d{3})/, "($&)");
}
