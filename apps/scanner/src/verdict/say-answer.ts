import { consentAnswers, passFailAnswers, type Question } from "@scanhook/webhook";
import { answerTexts } from "../texts/verdict.ts";

/** Returns an answer that was typed as a person reads it, such as `12 bar` or `3 stars of 5`. */
export function sayAnswer(question: Question, typed: string): string {
  const text = typed.trim();
  if (text === "") return answerTexts.unanswered;
  switch (question.type) {
    case "pass-fail": {
      const answer = passFailAnswers.find((each) => each === text);
      return answer ? answerTexts.passFail[answer] : text;
    }
    case "consent": {
      const answer = consentAnswers.find((each) => each === text);
      return answer ? answerTexts.consent[answer] : text;
    }
    case "tags":
      return text.split("\n").join(", ");
    case "number":
      return question.unit ? `${text} ${question.unit}` : text;
    case "rating":
      return answerTexts.stars({ count: Number(text), max: question.max });
    default:
      return text;
  }
}
