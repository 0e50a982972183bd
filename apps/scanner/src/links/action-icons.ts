import * as icons from "@scanhook/page-parts/icons";
import type { Action } from "./actions.ts";

/** The drawings of the actions, by the names of their icon files. */
export const actionIcons: Record<Action["icon"], string> = {
  nfc: icons.nfc,
  qr: icons.qr,
  document: icons.document,
  "3d": icons.cube,
  more: icons.more,
  history: icons.history,
  pen: icons.pen,
  room: icons.room,
};
