/**
 * The rules that the specification states in prose, besides type and length. They apply to writing,
 * not to reading.
 */
export const rulesByField: Readonly<
  Record<string, { expected?: string; pattern?: RegExp; min?: number; max?: number }>
> = {
  gtin: { min: 0, max: 99_999_999_999_999 },
  transmission_distance: { min: 0.1, max: 100 },
  country_of_origin: { pattern: /^[A-Z]{2}$/, expected: "a country's two letters such as CZ" },
  purchase_currency: { pattern: /^[A-Z]{3}$/, expected: "a currency's three letters such as EUR" },
  primary_color_ral: { pattern: /^(?!RAL)/i, expected: 'a RAL code without "RAL" such as 3020' },
};
