import { mergeModules } from "../methods.ts";
import * as alerts from "./alerts.ts";
import * as applyRounds from "./apply-rounds.ts";
import * as care from "./care.ts";
import * as changes from "./changes.ts";
import * as compareRounds from "./compare-rounds.ts";
import * as destinations from "./destinations.ts";
import * as displays from "./displays.ts";
import * as entryKeys from "./entry-keys.ts";
import * as importUndo from "./import-undo.ts";
import * as inboxes from "./inboxes.ts";
import * as leads from "./leads.ts";
import * as logins from "./logins.ts";
import * as people from "./people.ts";
import * as registerEntries from "./register-entries.ts";
import * as registers from "./registers.ts";
import * as rounds from "./rounds.ts";
import * as routes from "./routes.ts";

/** The queries that have one text for both databases. */
export const sharedQueries = mergeModules(
  alerts,
  applyRounds,
  care,
  changes,
  compareRounds,
  destinations,
  displays,
  entryKeys,
  importUndo,
  inboxes,
  leads,
  logins,
  people,
  registerEntries,
  registers,
  rounds,
  routes,
);
