export type { Camera, Pose } from "./camera/camera.ts";
export { createViewRays, type ViewRays } from "./camera/view-rays.ts";
export { type CheckProblem, checkPicture, type PictureCheck } from "./coverage/check-picture.ts";
export { countCoverage, type DomeCell, domeCells, findDomeCell } from "./coverage/dome.ts";
export { isTooFast } from "./coverage/motion.ts";
export {
  describeCheckProblem,
  describeLocateProblem,
  describePrintScale,
  describeReconstructProblem,
  describeSizes,
  describeViewProblem,
} from "./describe-problem.ts";
export type { Body, EncodedTexture } from "./exports/body.ts";
export { bodyToGlb } from "./exports/body-to-glb.ts";
export { bodyToObj } from "./exports/body-to-obj.ts";
export { bodyToPly } from "./exports/body-to-ply.ts";
export { bodyToUsdz } from "./exports/body-to-usdz.ts";
export { meshTo3mf } from "./exports/mesh-to-3mf.ts";
export { meshToStl } from "./exports/mesh-to-stl.ts";
export { type FoundMarker, findMarkers } from "./markers/find-markers.ts";
export {
  createMat,
  type Mat,
  type MatMarker,
  type MatPoint,
  type Paper,
  papers,
  scaleMat,
} from "./mat/mat.ts";
export { matToPdf } from "./mat/mat-to-pdf.ts";
export { printMat } from "./mat/print-mat.ts";
export { findPrintScale, type PrintScale } from "./mat/print-scale.ts";
export { findHullPatches, type HullPatch } from "./mesh/hull-patches.ts";
export type { Mesh } from "./mesh/mesh.ts";
export type { Picture } from "./picture.ts";
export {
  guessCamera,
  type LocatedView,
  locateView,
  minMarkers,
  type ViewProblem,
} from "./poses/locate-view.ts";
export {
  type CheckError,
  type LocateProblem,
  type LocateResult,
  locateViews,
  type MarkedPicture,
  minPictures,
} from "./poses/locate-views.ts";
export {
  minViews,
  type ReconstructedObject,
  type ReconstructOptions,
  type ReconstructProblem,
  type ReconstructResult,
  reconstruct,
  type Stage,
} from "./reconstruct.ts";
export type { MatPrint } from "./silhouette/mat-print.ts";
export { type SizeWarning, sizeWarnings } from "./size/find-warnings.ts";
export { findUnclearSides, type Measures } from "./size/measure.ts";
export type { View } from "./view.ts";
export { type Crew, createCrew, type Helper, ownThread, workOnEach } from "./work/crew.ts";
