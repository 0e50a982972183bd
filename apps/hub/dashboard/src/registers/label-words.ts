import type { LabelReport } from "../../../src/registers/labels/label.ts";
import { labelTexts } from "../texts/registers.ts";

/** Says in a sentence each how many labels are printed, and what labels lack. */
export function describeLabels({ printed, tooLong, shortened, unprintable }: LabelReport): string {
  const texts = labelTexts.summary;
  const sentences = [texts.printed({ count: printed })];
  if (tooLong > 0) sentences.push(texts.tooLong({ count: tooLong }));
  if (shortened > 0) sentences.push(texts.shortened({ count: shortened }));
  if (unprintable > 0) sentences.push(texts.unprintable({ count: unprintable }));
  return sentences.join(" ");
}
