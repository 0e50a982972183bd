import type { Point } from "@scanhook/codes";
import { pinchZoom, type ZoomRange } from "./zoom.ts";

/**
 * Follows pinches of two fingers or on a trackpad, and single taps on an element, until the
 * returned function is called. `zoom` returns the current zoom and its range, or undefined if the
 * camera cannot zoom.
 */
export function followGestures(
  element: HTMLElement,
  handlers: {
    zoom: () => { zoom: number; range: ZoomRange } | undefined;
    setZoom: (zoom: number) => void;
    tap: (point: Point) => void;
  },
): () => void {
  const fingers = new Map<number, Point>();
  let pinch: { distance: number; zoom: number } | undefined;
  let hasPinched = false;

  const onPointerDown = (event: PointerEvent) => {
    if (fingers.size === 0) hasPinched = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const current = handlers.zoom();
    pinch =
      current && fingers.size === 2
        ? { distance: measureDistance(fingers), zoom: current.zoom }
        : undefined;
    if (fingers.size > 1) hasPinched = true;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const current = handlers.zoom();
    if (!pinch || !current || pinch.distance === 0) return;
    handlers.setZoom(
      pinchZoom(pinch.zoom, measureDistance(fingers) / pinch.distance, current.range),
    );
  };
  const onPointerUp = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    pinch = undefined;
  };
  // Browsers report a pinch on a trackpad as a wheel event with Ctrl.
  const onWheel = (event: WheelEvent) => {
    const current = handlers.zoom();
    if (!event.ctrlKey || !current) return;
    event.preventDefault();
    handlers.setZoom(pinchZoom(current.zoom, Math.exp(-event.deltaY / 200), current.range));
  };
  const onClick = (event: MouseEvent) => {
    if (hasPinched || event.target !== element) return;
    handlers.tap({ x: event.offsetX, y: event.offsetY });
  };

  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener("pointerdown", onPointerDown, { signal });
  element.addEventListener("pointermove", onPointerMove, { signal });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    element.addEventListener(end, onPointerUp, { signal });
  }
  element.addEventListener("wheel", onWheel, { signal, passive: false });
  element.addEventListener("click", onClick, { signal });
  return () => listening.abort();
}

function measureDistance(fingers: ReadonlyMap<number, Point>): number {
  const [first, second] = [...fingers.values()];
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
}
