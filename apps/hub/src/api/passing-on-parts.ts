import type { ConfigFile } from "../config-file/open.ts";
import type { Sender } from "../destinations/sender.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Store } from "../store/store.ts";

/** What the API of passing on needs, opened by `passing-on.ts`. */
export type PassingOn = {
  store: Store;
  sealing: Sealing;
  sender: Sender;
  /** How this node gets on with a destination just now. */
  circuit: (destination: number) => CircuitNow;
  /** What is due for these is tried at once, also where one was left alone for a while. */
  tryNow: (destinations: ReadonlySet<number>) => void;
  configFile: ConfigFile;
  /** Ends what is being sent as a test. */
  closing: AbortSignal;
};

export type CircuitNow = {
  circuit: "closed" | "open" | "probing";
  /** Until when nothing goes out, while it is open. */
  leftAloneUntil?: string;
  /** One sentence: why the newest attempt failed. */
  lastError?: string;
};
