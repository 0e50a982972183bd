import type { Alerts } from "../../alerts/open-alerts.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import type { Sender } from "../../destinations/sender.ts";
import type { CircuitState } from "../../forwarding/circuit.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { Store } from "../../store/store.ts";

/** The parts of forwarding that its API uses. `compose/open-forwarding.ts` opens them. */
export type ForwardingParts = {
  store: Store;
  sealing: Sealing;
  sender: Sender;
  /** Returns the circuit of this node for a destination. */
  circuit: (destination: number) => CircuitStatus;
  /** Tries the due deliveries of these destinations immediately, also behind an open circuit. */
  tryNow: (destinations: ReadonlySet<number>) => void;
  configFile: ConfigFile;
  alerts: Alerts;
  /** Aborts tests that are being sent. */
  closing: AbortSignal;
};

export type CircuitStatus = {
  circuit: CircuitState;
  /** The time of the next attempt, while the circuit is open. */
  leftAloneUntil?: string;
  /** The reason for the failure of the newest attempt, as a sentence. */
  lastError?: string;
};
