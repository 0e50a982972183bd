import type { KindName } from "../registers/register.ts";
import type { ToldMovement } from "./movements.ts";

/** A door display of a register, without its link. `createdAt` is ISO 8601 in UTC. */
export type DisplayRecord = {
  id: number;
  /** The user of an inbox whose verdicts it shows; absent if it shows those of all users. */
  door?: string | undefined;
  /** Whether it shows the names of guests. */
  names: boolean;
  createdAt: string;
};

/** Everything that a door display shows, read at the same moment. */
export type DisplayView = {
  register: string;
  kind: KindName;
  title?: string | undefined;
  door?: string | undefined;
  names: boolean;
  /** How many guests are inside; absent for a stock. */
  inside?: number | undefined;
  capacity?: number | undefined;
  /**
   * The newest movement of its door; absent if there is none among the last 1,000 of the register.
   */
  last?: ToldMovement | undefined;
};

/** How many of the newest movements of a register are searched for the movements of one door. */
export const searchedMovements = 1000;

/** The part of the store that door displays need. Callers pass the SHA-256 of a link's token. */
export interface DisplayStore {
  /** Adds a display of the register with this id. */
  addDisplay(
    register: number,
    display: { hash: string; door?: string; names: boolean },
  ): Promise<DisplayRecord | "no-such-register">;
  /** Lists the displays of a register, the oldest first. */
  displays(register: number): Promise<DisplayRecord[]>;
  /** Returns false without such a display of this register. */
  removeDisplay(register: number, id: number): Promise<boolean>;
  /** Returns what a display shows now, or undefined once it or its register was removed. */
  viewDisplay(hash: string): Promise<DisplayView | undefined>;
}
