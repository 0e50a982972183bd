export { aimAtFloor, aimAtWall, type WallPoint } from "./capture/aim.ts";
export { type Capture, captureToRoom } from "./capture/capture-to-room.ts";
export { parseCapturedRoom } from "./capture/captured-room.ts";
export {
  type DevicePlane,
  type FoundPlanes,
  findInPlanes,
  type OpeningMark,
} from "./capture/device-planes.ts";
export type { Position, Ray } from "./capture/position.ts";
export type { SettledRoom, SettledWall } from "./closing/settle-room.ts";
export { drawOpening } from "./drawing/draw-opening.ts";
export type { Shape } from "./drawing/drawing.ts";
export { placeWallNames } from "./drawing/place-wall-names.ts";
export type { PlanWords } from "./drawing/plan-words.ts";
export { type PartedWall, partWalls } from "./drawing/wall-parts.ts";
export { describeMissingLetters, listLettersOutsidePdf } from "./exports/pdf-letters.ts";
export { planToDxf } from "./exports/plan-to-dxf.ts";
export { planToGlb } from "./exports/plan-to-glb.ts";
export { planToPdf } from "./exports/plan-to-pdf.ts";
export { planToSvg } from "./exports/plan-to-svg.ts";
export { planToUsdz } from "./exports/plan-to-usdz.ts";
export type { Point } from "./geometry/point.ts";
export { formatArea, formatLength } from "./lengths/format-length.ts";
export { type LengthResult, parseLength } from "./lengths/parse-length.ts";
export { type UnitSystem, unitSystems } from "./lengths/unit-system.ts";
export { findPlanNotes } from "./measuring/find-plan-notes.ts";
export { markGuess } from "./measuring/mark-guess.ts";
export {
  measurePlan,
  type PlanMeasures,
  type RoomMeasures,
  type WallMeasures,
} from "./measuring/measure-plan.ts";
export { describePlanNote, isDrawn, type PlanNote } from "./measuring/plan-note.ts";
export { nameWall } from "./model/name-wall.ts";
export { type PlanResult, parsePlan } from "./model/parse-plan.ts";
export type {
  Furniture,
  Join,
  Opening,
  OpeningReference,
  Plan,
  RawWall,
  Room,
  Wall,
} from "./model/plan.ts";
export { type AllowedValue, describePlanProblem, type PlanProblem } from "./model/plan-problem.ts";
export { serializePlan } from "./model/serialize-plan.ts";
export { type SettledPlan, type SettledPlanResult, settlePlan } from "./settle-plan.ts";
