/** What the specification says of single fields in words, beyond their type and length. Held when writing, not when reading. */
export const rulesOf: Readonly<
  Record<string, { wanted?: string; shape?: RegExp; least?: number; most?: number }>
> = {
  gtin: { least: 0, most: 99_999_999_999_999 },
  transmission_distance: { least: 0.1, most: 100 },
  country_of_origin: { shape: /^[A-Z]{2}$/, wanted: "a country's two letters such as CZ" },
  purchase_currency: { shape: /^[A-Z]{3}$/, wanted: "a currency's three letters such as EUR" },
  primary_color_ral: { shape: /^(?!RAL)/i, wanted: 'a RAL code without "RAL" such as 3020' },
};
