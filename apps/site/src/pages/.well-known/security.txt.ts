import { answerWith } from "../../resources/answers.ts";
import { securityTxt } from "../../resources/security-txt.ts";

export const GET = answerWith((site) => securityTxt(site));
