import type { ContentProblem, WritableFormat } from "@scanhook/code-writer";
import { printable } from "../../terminal/printable.ts";

/** Says why a format cannot hold a content, and what to do. */
export function describeProblem(
  problem: ContentProblem,
  format: WritableFormat,
  content: string,
): string {
  const shown = content.length > 40 ? `${content.slice(0, 40)}…` : content;
  return `"${printable(shown)}": ${explain(problem, format)}`;
}

function explain(problem: ContentProblem, format: WritableFormat): string {
  switch (problem.problem) {
    case "empty":
      return "a code needs a content.";
    case "too-long":
      return format === "code128"
        ? "bars of more than 80 characters cannot be read; use --format qr."
        : `it does not fit into a code of the format ${format}; shorten it.`;
    case "not-ascii":
      return "Code 128 holds only letters, digits and signs of ASCII; use --format qr.";
    case "not-digits":
      return `${format} holds only digits; use --format code128.`;
    case "length":
      return `${format} has ${problem.allowed[1]} digits, or ${problem.allowed[0]} without the check digit.`;
    case "check-digit":
      return `the check digit should be ${problem.expected}; correct it, or leave it out.`;
  }
}
