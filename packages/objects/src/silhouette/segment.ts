import { findColorOdds, prepareColorEvidence } from "./color-odds.ts";
import { findLinkWeights, findMeanField } from "./potts-model.ts";
import type { SegmentationInput } from "./segmentation-input.ts";

/** The result of a segmentation: each array has one value for each pixel of the crop. */
type Segmentation = {
  /** The posterior probability that the pixel shows the object. */
  objectProbabilities: Float32Array;
  /** The log odds that the pixel shows the object, by its color alone, from -5 to 5. */
  colorOdds: Float32Array;
};

/**
 * Segments a crop into object and ground by expectation maximization, beginning with the
 * probabilities `start`. Each round fits the light on the ground and the colors of the object
 * around each pixel, compares the pixel with both, and infers the posterior in a Potts model, in
 * which neighbors agree unless an edge that the print does not explain lies between them. A shadow
 * only scales the print, so it fits the ground.
 */
export function segment(
  input: SegmentationInput,
  start: Float32Array,
  rounds: number,
): Segmentation {
  const evidence = prepareColorEvidence(input);
  const links = findLinkWeights(input);
  let objectProbabilities = start;
  let colorOdds: Float32Array = new Float32Array(start.length);
  for (let round = 0; round < rounds; round++) {
    colorOdds = findColorOdds(evidence, objectProbabilities);
    objectProbabilities = findMeanField(input, links, colorOdds);
  }
  return { objectProbabilities, colorOdds };
}
