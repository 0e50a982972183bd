import { isDrawn, type PlanMeasures, type PlanWords, type UnitSystem } from "@scanhook/rooms";
import { formatTyped } from "../../texts/numbers.ts";
import { roomTexts } from "../../texts/rooms.ts";
import { describePlanNote } from "./describe-plan.ts";

/** Returns the words of the drawing of a plan, in the language of this page. */
export function toPlanWords({ notes }: PlanMeasures, units: UnitSystem): PlanWords {
  const { innerArea, grossArea, height } = roomTexts.plan;
  return {
    ...roomTexts.drawn,
    innerArea,
    grossArea,
    height,
    decimal: formatTyped("."),
    notes: notes.filter(isDrawn).map((note) => describePlanNote(note, units)),
  };
}
