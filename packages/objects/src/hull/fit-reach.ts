import { median } from "../geometry/median.ts";

/**
 * How far an object reaches in a direction, as one view tells it by where its outline touches the
 * object, in millimeters. `cos` is the cosine of the angle between the direction and the surface's
 * normal there: 1 if the view looks straight across the direction.
 */
export type Sample = { reach: number; cos: number };

/** How far an object reaches in a direction, in millimeters. */
export type Reach = {
  reach: number;
  /** The radius of curvature of the surface there: zero for an edge. */
  radius: number;
  /** The views that agree on it. */
  views: number;
  /** The standard deviation of what these views say. */
  deviation: number;
};

/** A view agrees with a fit if it is at most this far from it, in millimeters. */
const maxResidual = 0.4;
/** A surface that is less curved than by this radius, in millimeters, is as good as plane. */
const maxRadius = 150;
/**
 * Views whose cosines differ by at least this tell the radius: closer ones would turn small errors
 * of the reach into large ones of the radius.
 */
const minCosDifference = 0.02;
/**
 * An edge is taken instead of a round surface unless more views agree on that by this factor:
 * with one more number to fit, a few more always do.
 */
const edgePreference = 1.2;
/**
 * The views that have to agree on an edge, and their share of all views. More have to agree on a
 * round surface, because that has one more number to fit.
 */
const minViews = 3;
const minEdgeShare = 1 / 5;
const minRoundShare = 1 / 2;
/** Fits this close to the farthest one, in millimeters, compete by the views that agree. */
const maxDifference = 1.2;

/** Pairs of at most this many views propose a radius, so that many pictures take little longer. */
const maxPairedViews = 48;

/** A surface that curves by a radius, and what it reaches. */
type Fit = { reach: number; radius: number; inliers: Sample[] };

/**
 * Fits the reach r of an object and the radius of curvature R of its surface there to what views
 * tell, which is r - R (1 - cos): an edge has a radius of zero, a cylinder its own. The farthest
 * reach on which enough views agree counts. Undefined if there is none.
 */
export function fitReach(samples: readonly Sample[]): Reach | undefined {
  const edges = samples.map(({ reach }) => createFit({ reach, radius: 0 }, samples));
  const stride = Math.ceil(samples.length / maxPairedViews);
  const proposers = samples.filter((_, index) => index % stride === 0);
  const round = proposers.flatMap((a) => proposers.flatMap((b) => fitPair(a, b, samples) ?? []));
  const fits = [
    ...edges.filter(({ inliers }) => inliers.length >= minEdgeShare * samples.length),
    ...round.filter(({ inliers }) => inliers.length >= minRoundShare * samples.length),
  ].filter(({ inliers }) => inliers.length >= minViews);
  const farthest = Math.max(...fits.map(({ reach }) => reach));
  const [first, ...others] = fits.filter(({ reach }) => reach >= farthest - maxDifference);
  if (!first) return undefined;
  return refine(others.reduce((best, fit) => (score(fit) > score(best) ? fit : best), first));
}

const score = ({ radius, inliers }: Fit): number =>
  inliers.length * (radius === 0 ? edgePreference : 1);

/** Returns the fit through what two views tell; undefined if they do not tell a radius. */
function fitPair(a: Sample, b: Sample, samples: readonly Sample[]): Fit | undefined {
  const difference = a.cos - b.cos;
  if (difference < minCosDifference) return undefined;
  const radius = (a.reach - b.reach) / difference;
  if (radius < 0 || radius > maxRadius) return undefined;
  return createFit({ reach: a.reach + radius * (1 - a.cos), radius }, samples);
}

function createFit({ reach, radius }: Omit<Fit, "inliers">, samples: readonly Sample[]): Fit {
  const inliers = samples.filter(
    (sample) => Math.abs(findReach(sample, radius) - reach) <= maxResidual,
  );
  return { reach, radius, inliers };
}

/** Returns the reach that a view tells, if the surface curves by a radius. */
const findReach = ({ reach, cos }: Sample, radius: number) => reach + radius * (1 - cos);

/** Returns the median of what the views that agree with a fit tell. */
function refine({ radius, inliers }: Fit): Reach {
  const reaches = inliers.map((sample) => findReach(sample, radius));
  const reach = median(reaches);
  const squares = reaches.reduce((sum, each) => sum + (each - reach) ** 2, 0);
  return { reach, radius, views: reaches.length, deviation: Math.sqrt(squares / reaches.length) };
}
