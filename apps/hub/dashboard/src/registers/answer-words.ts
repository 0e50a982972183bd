import { questionTexts } from "../texts/registers.ts";

/** Returns the words for the value of an answer, such as `Not applicable` for `na`. */
export function describeAnswer(value: string): string {
  const { values } = questionTexts.answer;
  return isWorded(value, values) ? values[value] : value;
}

function isWorded<Words extends object>(
  value: string,
  words: Words,
): value is keyof Words & string {
  return Object.hasOwn(words, value);
}
