import { answerWith } from "../resources/answers.ts";
import { llms } from "../resources/llms.ts";

export const GET = answerWith(llms);
