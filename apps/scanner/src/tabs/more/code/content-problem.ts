import type { ContentProblem, WritableFormat } from "@scanhook/code-writer";
import { nameFormat } from "../../../texts/more.ts";
import { making } from "../../../texts/writing.ts";

/** Says why a content cannot become a code of a format, and what to do. */
export function describeContentProblem(problem: ContentProblem, codeFormat: WritableFormat) {
  const { problems } = making;
  const format = nameFormat(codeFormat);
  switch (problem.problem) {
    case "empty":
      return problems.empty;
    case "too-long":
      return codeFormat === "qr" ? problems["too-long-qr"] : problems["too-long"]({ format });
    case "not-ascii":
    case "not-digits":
      return problems[problem.problem]({ format });
    case "length": {
      const [fewer, digits] = problem.allowed;
      return problems.length({ format, digits, fewer });
    }
    case "check-digit":
      return problems["check-digit"]({ expected: problem.expected });
  }
}
