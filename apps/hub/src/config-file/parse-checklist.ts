import { Type } from "typebox";
import { questionSchema } from "../definitions/question-schemas.ts";
import { listQuestionProblems } from "../definitions/questions.ts";
import { type Parsed, refuse } from "../parsed.ts";
import type { Question } from "../registers/questions.ts";
import { parseYaml } from "../settings/yaml-mapping.ts";
import { findSchemaProblems } from "./schema-problems.ts";

const maxQuestions = 100;
const checklistSchema = Type.Array(questionSchema);

/**
 * Parses a file with the questions of a register, in YAML or JSON: a list of them, alone or under
 * `questions`. Returns one sentence on the first mistake, with its path in the file.
 */
export function parseChecklist(text: string, path: string): Parsed<Question[]> {
  const parsed = parseYaml(text, path);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const isNamed = typeof value === "object" && value !== null && "questions" in value;
  const questions = isNamed ? value.questions : value;
  if (!Array.isArray(questions))
    return refuse(
      `${path} has no list of questions, such as "- { key: seal, label: Seal, type: pass-fail }".`,
    );
  if (questions.length > maxQuestions)
    return refuse(`${path} has more than ${maxQuestions} questions; leave some out.`);
  const problems = findSchemaProblems(checklistSchema, questions, "questions");
  // A misspelled name says more than the lack of the right one.
  const misspelled = problems.find(({ reason }) => reason.startsWith("This name is unknown"));
  const problem = misspelled ?? problems[0];
  const [other] = problem ? [] : listQuestionProblems(questions);
  const found = problem ?? other;
  return found
    ? refuse(`${path}, ${found.field}: ${found.reason}`)
    : { ok: true, value: questions as Question[] };
}
