import type { Engine, Found } from "./engine.ts";
import { mergeReadings } from "./merge.ts";
import { frameRotation } from "./passes/frame-plan.ts";
import { quick } from "./passes/quick.ts";
import type { Picture } from "./picture.ts";
import { runPasses } from "./still.ts";

/**
 * Creates the reading of a live camera's frames. Each frame runs the quick pass and one pass of the rotation. A pass that adds
 * a reading runs again on the next frame; otherwise the next one does.
 */
export function createFrameReading(engine: Engine): (picture: Picture) => Found[] {
  let rotationIndex = 0;
  return (picture) => {
    const first = runPasses([quick], picture, engine);
    const pass = frameRotation[rotationIndex % frameRotation.length]!;
    const merged = mergeReadings(first, runPasses([pass], picture, engine));
    if (merged.length === first.length) rotationIndex++;
    return merged;
  };
}
