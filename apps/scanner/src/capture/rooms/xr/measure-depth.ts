/**
 * Depth is asked for so far below the middle of the view, as a part of its height, to tell a floor
 * from a wall.
 */
const below = 0.1;
/** A floor may rise or fall by this much between the two points, in meters. */
const level = 0.03;

/**
 * Returns the height of a level surface in the middle of the view by the depth of the device (WebXR
 * Depth Sensing). Returns undefined where the device gives no depth, or the surface is not level.
 */
export function measureDepth(frame: XRFrame, pose: XRViewerPose): number | undefined {
  const view = pose.views[0];
  if (!view || !frame.getDepthInformation) return undefined;
  const depth = readDepth(frame, view);
  if (!depth) return undefined;
  const [middle, lower] = [heightAt(view, depth, 0.5), heightAt(view, depth, 0.5 + below)];
  if (middle === undefined || lower === undefined) return undefined;
  const isFloor = Math.abs(middle - lower) < level && middle < pose.transform.position.y - 0.5;
  return isFloor ? middle : undefined;
}

function readDepth(frame: XRFrame, view: XRView): XRCPUDepthInformation | undefined {
  try {
    return frame.getDepthInformation?.(view) ?? undefined;
  } catch {
    // Sessions without the feature throw.
    return undefined;
  }
}

/** Returns the height of the point at this part of the view, from its top. */
function heightAt(view: XRView, depth: XRCPUDepthInformation, v: number): number | undefined {
  const meters = depth.getDepthInMeters(0.5, v);
  if (!(meters > 0.2 && meters < 9)) return undefined;
  const projection = view.projectionMatrix;
  const m = view.transform.matrix;
  const x = (projection[8]! / projection[0]!) * meters;
  const y = ((1 - 2 * v + projection[9]!) / projection[5]!) * meters;
  return m[1]! * x + m[5]! * y - m[9]! * meters + m[13]!;
}
