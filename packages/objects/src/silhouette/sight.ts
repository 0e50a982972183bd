import type { ViewRays } from "../camera/view-rays.ts";
import type { View } from "../view.ts";
import type { Crop } from "./crop.ts";

/** A crop of a view in which the object is looked for. */
export type Sight = { view: View; rays: ViewRays; crop: Crop };
