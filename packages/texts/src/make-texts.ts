/**
 * A file of texts in the format i18next JSON v4: nested objects, with texts and lists of texts as
 * leaves. `{{name}}` in a text is a placeholder. The keys `name_one` and `name_other` hold the
 * forms of a plural, by the categories of CLDR for the language; `name_zero` holds the text for no
 * thing in any language.
 */
export type Messages = { readonly [key: string]: string | readonly string[] | Messages };

/** A value of a placeholder. Numbers are written as in the language, texts stay as they are. */
export type Value = string | number;

/** The values of the placeholders of a text. */
export type Values = Readonly<Record<string, Value>>;

const pluralKey = /^(.+)_(?:zero|one|two|few|many|other)$/;

/**
 * Makes the texts of a file: a tree of the same form, in which a text with placeholders is a
 * function of their values, and the forms of a plural are one function of `count` and the other
 * values. `T` is the type that `scripts/texts/` made from the English file. `numberOptions` say how
 * numbers are written.
 */
export function makeTexts<T>(
  messages: Messages,
  locale: string,
  numberOptions: Intl.NumberFormatOptions = {},
): T {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, numberOptions);
  const fill = (text: string, values: Values) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name]!;
      return typeof value === "number" ? numbers.format(value) : value;
    });

  function makeTree(tree: Messages): Record<string, unknown> {
    const texts: Record<string, unknown> = {};
    for (const [key, message] of Object.entries(tree)) {
      const name = pluralKey.exec(key)?.[1];
      if (name !== undefined) texts[name] = makePlural(tree, name);
      else if (typeof message === "string")
        texts[key] = message.includes("{{") ? (values: Values) => fill(message, values) : message;
      else texts[key] = Array.isArray(message) ? message : makeTree(message as Messages);
    }
    return texts;
  }

  function makePlural(tree: Messages, name: string) {
    return (values: Values & { count: number }) => {
      const { count } = values;
      const zero = count === 0 ? tree[`${name}_zero`] : undefined;
      return fill((zero ?? tree[`${name}_${plurals.select(count)}`]) as string, values);
    };
  }

  return makeTree(messages) as T;
}
