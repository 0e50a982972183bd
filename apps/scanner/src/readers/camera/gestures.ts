import type { Point } from "@scanhook/codes";
import { pinchZoom, type ZoomRange } from "./zoom.ts";

/**
 * Watches a place for pinches of two fingers or a trackpad, and for single taps, until the returned function is
 * called. `zoom` says the current zoom and its range while there is one.
 */
export function followGestures(
  place: HTMLElement,
  parts: {
    zoom: () => { zoom: number; range: ZoomRange } | undefined;
    setZoom: (zoom: number) => void;
    tap: (at: Point) => void;
  },
): () => void {
  const fingers = new Map<number, Point>();
  let pinch: { apart: number; zoom: number } | undefined;
  let pinched = false;

  const down = (event: PointerEvent) => {
    if (fingers.size === 0) pinched = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = parts.zoom();
    pinch = now && fingers.size === 2 ? { apart: apart(fingers), zoom: now.zoom } : undefined;
    if (fingers.size > 1) pinched = true;
  };
  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = parts.zoom();
    if (!pinch || !now || pinch.apart === 0) return;
    parts.setZoom(pinchZoom(pinch.zoom, apart(fingers) / pinch.apart, now.range));
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    pinch = undefined;
  };
  // A trackpad's pinch arrives as a wheel with Ctrl.
  const wheel = (event: WheelEvent) => {
    const now = parts.zoom();
    if (!event.ctrlKey || !now) return;
    event.preventDefault();
    parts.setZoom(pinchZoom(now.zoom, Math.exp(-event.deltaY / 200), now.range));
  };
  const click = (event: MouseEvent) => {
    if (pinched || event.target !== place) return;
    parts.tap({ x: event.offsetX, y: event.offsetY });
  };

  const listening = new AbortController();
  const { signal } = listening;
  place.addEventListener("pointerdown", down, { signal });
  place.addEventListener("pointermove", move, { signal });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    place.addEventListener(end, up, { signal });
  }
  place.addEventListener("wheel", wheel, { signal, passive: false });
  place.addEventListener("click", click, { signal });
  return () => listening.abort();
}

function apart(fingers: ReadonlyMap<number, Point>): number {
  const [a, b] = [...fingers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
