import { measureArea } from "../mesh/area.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findUprightBox, type UprightBox } from "../mesh/upright-box.ts";
import { measureVolume } from "../mesh/volume.ts";
import { type Evidence, estimateUncertainty, type Uncertainty } from "./uncertainty.ts";

/** The sizes of an object, in millimeters, square millimeters and cubic millimeters. */
export type Measures = {
  /**
   * The sides of the smallest upright box round it: its longer and its shorter side on the mat, and
   * its height.
   */
  box: Pick<UprightBox, "length" | "width" | "height">;
  volume: number;
  area: number;
  uncertainty: Uncertainty;
};

/** Measures a closed mesh of an object. */
export function measure(mesh: Mesh, evidence: Evidence): Measures {
  const { yaw, ...box } = findUprightBox(mesh);
  const volume = measureVolume(mesh);
  return {
    box,
    volume,
    area: measureArea(mesh),
    uncertainty: estimateUncertainty({ ...box, yaw }, volume, evidence),
  };
}

export const sides = ["length", "width", "height"] as const;

/** The share of a side beyond which its uncertainty makes it a guess. */
const maxRelative = 0.05;

/** Returns the sides that are uncertain by more than 5 %. */
export const findUnclearSides = ({ box, uncertainty }: Measures): (typeof sides)[number][] =>
  sides.filter((side) => uncertainty[side] > maxRelative * box[side]);

/** Tells whether the size of an object is only a guess: a side is uncertain by more than 5 %. */
export const isGuess = (measures: Measures): boolean => findUnclearSides(measures).length > 0;
