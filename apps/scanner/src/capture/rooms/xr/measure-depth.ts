/**
 * The distance of the second depth sample below the middle of the view, as a share of the height of
 * the view. Two samples tell a floor from a wall.
 */
const sampleDistance = 0.1;
/** The largest difference in height between two samples on a floor, in meters. */
const maxHeightDifference = 0.03;

/**
 * Returns the height of the floor in the middle of the view, in meters, by the depth of the device
 * (WebXR Depth Sensing). Returns undefined if the device gives no depth, or if the surface is not
 * level or less than 50 cm below the device.
 */
export function measureDepth(frame: XRFrame, pose: XRViewerPose): number | undefined {
  const view = pose.views[0];
  if (!view || !frame.getDepthInformation) return undefined;
  const depth = readDepth(frame, view);
  if (!depth) return undefined;
  const [middle, lower] = [heightAt(view, depth, 0.5), heightAt(view, depth, 0.5 + sampleDistance)];
  if (middle === undefined || lower === undefined) return undefined;
  const isLevel = Math.abs(middle - lower) < maxHeightDifference;
  const isFloor = isLevel && middle < pose.transform.position.y - 0.5;
  return isFloor ? middle : undefined;
}

function readDepth(frame: XRFrame, view: XRView): XRCPUDepthInformation | undefined {
  try {
    return frame.getDepthInformation?.(view) ?? undefined;
  } catch {
    // Throws in sessions without the feature.
    return undefined;
  }
}

/**
 * Returns the height of the point seen in the middle of a row, in meters. `v` is the row, from 0 at
 * the top of the view to 1. Returns undefined if the depth is unknown or implausible.
 */
function heightAt(view: XRView, depth: XRCPUDepthInformation, v: number): number | undefined {
  const meters = depth.getDepthInMeters(0.5, v);
  if (!(meters > 0.2 && meters < 9)) return undefined;
  const projection = view.projectionMatrix;
  const m = view.transform.matrix;
  const x = (projection[8]! / projection[0]!) * meters;
  const y = ((1 - 2 * v + projection[9]!) / projection[5]!) * meters;
  return m[1]! * x + m[5]! * y - m[9]! * meters + m[13]!;
}
