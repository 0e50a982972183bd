import type { Messages } from "../../packages/texts/src/make-texts.ts";

/** Lists the texts of a file by their path, such as `scan.count_one` or `mat.steps.0`. */
export function listTexts(messages: Messages, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, message]) => {
      const path = `${prefix}${key}`;
      return typeof message === "string"
        ? [[path, message] as const]
        : [...listTexts(message as Messages, `${path}.`)];
    }),
  );
}
