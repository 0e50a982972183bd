import { textsReady } from "@scanhook/texts/lazy-texts";
import { pageLocale } from "@scanhook/texts/reader";
import type { DisplayState } from "../../../src/register-work/display-state.ts";
import { doorTexts as texts } from "../texts/door.ts";
import { followDisplay } from "./display-stream.ts";
import { type Connection, type Panel, toPanel } from "./panel.ts";
import "@scanhook/page-parts/tokens.css";
import "./door.css";
import { keepAwake } from "./keep-awake.ts";
import { signs } from "./signs.ts";

// A separate page without a framework, so that old tablets can show it.

let state: DisplayState | undefined;
let connection: Connection = { kind: "connecting" };
let announcedKey = "";

const retryMs = 5000;

function draw(): void {
  const panel = toPanel(connection, state, formatTime);
  const counts = connection.kind === "ended" ? undefined : state;
  find("display").className = panel.look;
  find("register").textContent = counts?.register ?? texts.pageTitle;
  find("door").textContent = counts ? (counts.door ?? describeDoors(counts)) : "";
  find("sign").setAttribute("d", signs[panel.look]);
  for (const part of ["word", "title", "text", "where"] as const)
    find(part).textContent = panel[part] ?? "";
  drawCounts(counts);
  document.title = counts ? texts.title({ register: counts.register }) : texts.pageTitle;
  announce(panel);
}

function drawCounts(counts: DisplayState | undefined): void {
  const { inside, capacity } = counts ?? {};
  find("counts").hidden = inside === undefined;
  if (inside === undefined) return;
  find("inside").textContent = inside.toLocaleString(pageLocale());
  find("of").textContent = capacity === undefined ? texts.inside : texts.insideOf({ capacity });
  find("full").textContent = capacity !== undefined && inside >= capacity ? texts.full : "";
}

/** A stock has no doors. */
function describeDoors({ inside }: DisplayState): string {
  return inside === undefined ? "" : texts.allDoors;
}

/** Reads a new verdict out, and plays its animation, even if it looks like the previous verdict. */
function announce({ word, title, text, where, movement }: Panel): void {
  const sentence = [word, title, text, where].filter(Boolean).join(". ");
  const key = `${movement} ${sentence}`;
  if (key === announcedKey) return;
  announcedKey = key;
  find("said").textContent = sentence;
  for (const animation of find("verdict").getAnimations()) {
    animation.cancel();
    animation.play();
  }
}

function find(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(pageLocale(), { timeStyle: "short" });
}

function offerFullScreen(): void {
  const button = find("full-screen") as HTMLButtonElement;
  button.textContent = texts.fullScreen;
  button.addEventListener("click", () => void document.documentElement.requestFullscreen());
  const offer = () => {
    button.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null;
  };
  document.addEventListener("fullscreenchange", offer);
  offer();
}

function start(): void {
  offerFullScreen();
  draw();
  keepAwake();
  // The page is open at /door/<token>.
  followDisplay(`${location.pathname.replace(/\/$/, "")}/events`, {
    onstate(next) {
      state = next;
      draw();
    },
    onconnection(next) {
      connection = next;
      draw();
    },
  });
}

/** Nobody is there to reload a display whose texts did not load. */
function startWhenReady(): void {
  textsReady().then(start, () => setTimeout(startWhenReady, retryMs));
}

startWhenReady();
