import type { Point } from "@scanhook/codes";
import { settings } from "../../settings.svelte.ts";
import type { CameraDevice } from "./devices.ts";
import { type Abilities, type Camera, listCameras, openCamera } from "./open-camera.ts";
import { cameraPermission, onPermissionChange, rememberPermission } from "./permission.ts";
import type { CameraProblem } from "./problem.ts";

export type LiveCamera = ReturnType<typeof createLiveCamera>;

const nothing: Abilities = { torch: false, zoom: undefined, focus: false };
/** Restarts in this time; more than a few mean that the camera does not work, and saying so helps more. */
const restartWindowMs = 30_000;
const mostRestarts = 3;
/** Some cameras tell about torch and zoom only a moment after the picture runs. */
const abilitiesLaterMs = 800;

/**
 * The camera of the tab: wanted or not, open or not. It is open only while it is wanted and the page can be seen; a
 * hidden page lets go of it, and takes it again when it is shown.
 */
export function createLiveCamera() {
  const state = $state<{
    phase: "checking" | "off" | "starting" | "live" | "problem";
    problem: CameraProblem | undefined;
    mirrored: boolean;
    abilities: Abilities;
    torch: boolean;
    zoom: number;
    cameras: CameraDevice[];
    id: string;
  }>({
    phase: "checking",
    problem: undefined,
    mirrored: false,
    abilities: nothing,
    torch: false,
    zoom: 1,
    cameras: [],
    id: "",
  });
  let camera = $state.raw<Camera | undefined>();
  let wanted = false;
  let opening = 0;
  let zooming = false;
  let restarts: number[] = [];

  const release = () => {
    opening += 1;
    camera?.close();
    camera = undefined;
    state.torch = false;
    if (state.phase === "live" || state.phase === "starting") state.phase = "off";
  };

  const open = async () => {
    release();
    if (document.visibilityState === "hidden") return;
    const turn = opening;
    state.phase = "starting";
    const opened = await openCamera({ id: settings.camera });
    if (turn !== opening) {
      // Left, hidden or switched while the browser was asking.
      if (opened.ok) opened.camera.close();
      return;
    }
    if (!opened.ok) {
      const { problem } = opened;
      state.phase = "problem";
      state.problem = problem;
      if (problem.kind.startsWith("not-allowed")) rememberPermission(false);
    } else live(opened.camera);
    // Also after a failure: another camera may work.
    const cameras = await listCameras();
    if (turn === opening) state.cameras = cameras;
  };

  const live = (opened: Camera) => {
    rememberPermission(true);
    camera = opened;
    camera.onLost(restart);
    state.phase = "live";
    state.problem = undefined;
    state.mirrored = camera.mirrored;
    state.id = camera.id;
  };

  const restart = () => {
    const now = performance.now();
    restarts = [...restarts.filter((at) => now - at < restartWindowMs), now];
    if (restarts.length <= mostRestarts) return void open();
    release();
    state.phase = "problem";
    state.problem = { kind: "in-use" };
  };

  const readAbilities = () => {
    if (!camera) return;
    state.abilities = camera.abilities();
    state.zoom = camera.zoom() ?? state.abilities.zoom?.min ?? 1;
  };

  const follow = () => {
    if (document.visibilityState === "hidden") release();
    else if (wanted && !camera) void open();
  };

  /** Opens the camera because a person, a link or an earlier permission asks for it. */
  const start = async () => {
    wanted = true;
    restarts = [];
    await open();
  };

  return {
    get state() {
      return state;
    },
    get stream() {
      return camera?.stream;
    },
    start,
    /** Opens the camera if nobody needs to be asked, and from then on follows page and permission. */
    enter(): () => void {
      let left = false;
      let stopFollowing: (() => void) | undefined;
      document.addEventListener("visibilitychange", follow);
      void (async () => {
        const permission = await cameraPermission();
        if (left || wanted) return;
        if (permission === "granted") void start();
        else {
          state.phase = permission === "denied" ? "problem" : "off";
          state.problem = permission === "denied" ? { kind: "not-allowed" } : undefined;
        }
      })();
      void onPermissionChange(() => {
        if (state.problem?.kind.startsWith("not-allowed")) void start();
      }).then((stop) => {
        if (left) stop();
        else stopFollowing = stop;
      });
      return () => {
        left = true;
        wanted = false;
        stopFollowing?.();
        document.removeEventListener("visibilitychange", follow);
        release();
      };
    },
    /** The picture runs: now the camera knows what it can do. */
    playing() {
      readAbilities();
      const turn = opening;
      setTimeout(() => turn === opening && readAbilities(), abilitiesLaterMs);
    },
    /** No picture came for a while though the camera is open: seen as a black video on iOS. */
    stalled: restart,
    async choose(id: string) {
      settings.camera = id;
      await start();
    },
    async setTorch(on: boolean) {
      state.torch = (await camera?.setTorch(on)) ?? false;
    },
    async setZoom(zoom: number) {
      state.zoom = zoom;
      if (zooming) return;
      zooming = true;
      // A pinch asks faster than a lens follows: only the newest wish is worth applying.
      for (let applied = -1; applied !== state.zoom; ) {
        applied = state.zoom;
        await camera?.setZoom(applied);
      }
      zooming = false;
    },
    focusAt(place: Point) {
      return camera?.focusAt(place);
    },
  };
}
