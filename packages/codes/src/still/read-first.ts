import type { Engine, Found } from "../engine/engine.ts";
import type { Picture } from "../picture.ts";
import { stillPasses } from "./still-plan.ts";

/**
 * Runs the passes for a photo until one reads something. Each pass bounds its work by the size of
 * the picture and by what it counts, never by time, so that a busy machine reads the same.
 */
export function readFirst(picture: Picture, engine: Engine): Found[] {
  for (const pass of stillPasses) {
    for (const found of pass(picture, engine)) if (found.length > 0) return found;
  }
  return [];
}
