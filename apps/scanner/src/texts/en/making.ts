import type { ContentProblem } from "@scanhook/code-writer";
import type { CodeKind } from "../../making/contents.ts";
import type { Paper } from "../../making/sheet-layout.ts";
import type { FieldProblem } from "../../writing/form-result.ts";

/** The texts of the page where codes are made. The fields have those of the forms for tags. */
export const making = {
  kind: "Content",
  kinds: {
    link: "Link",
    text: "Text",
    wifi: "Wi-Fi",
    contact: "Contact",
  } satisfies Record<CodeKind, string>,
  passwordHint: "Anyone who scans the code can read it.",
  /** The sentences that differ from those of tags. */
  fieldProblems: {
    "script-address":
      "Phones do not open javascript: or data: from a code. Use an https:// address.",
  } satisfies Partial<Record<FieldProblem, string>>,
  format: "Format",
  preview: "Code",
  correct: "Correct the marked field, and the code appears here.",
  alt: (format: string, name: string) => `${format}: ${name}`,
  problem: (problem: ContentProblem, format: string) => {
    switch (problem.problem) {
      case "empty":
        return "Enter a text.";
      case "too-long":
        return format === "QR code"
          ? "This is too long for a QR code. Shorten it."
          : `This is too long for ${format}. Shorten it, or choose QR code.`;
      case "not-ascii":
        return `${format} holds only letters without accents, digits and signs. Choose QR code for other texts.`;
      case "not-digits":
        return `${format} holds only digits. Choose QR code or Code 128 for other texts.`;
      case "length":
        return `${format} has ${problem.allowed[1]} digits, or ${problem.allowed[0]} without the check digit at the end, which is then added.`;
      case "check-digit":
        return `The last digit, which checks the others, should be ${problem.expected}. Correct the number, or leave the last digit out.`;
    }
  },
  savePng: "Save PNG",
  saveSvg: "Save SVG",
  failed: "The file could not be made. Try again, or use another browser.",
  sheet: {
    title: "Sheet to print",
    paper: "Paper",
    papers: { a4: "A4", letter: "Letter" } satisfies Record<Paper, string>,
    copies: "Copies",
    full: (count: number) => `Page of ${count}`,
    save: "Save PDF",
    tooBig: "The code is too big for the page. Shorten its content.",
    file: (name: string) => `sheet ${name}`,
  },
};
