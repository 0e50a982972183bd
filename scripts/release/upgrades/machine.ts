import type { ReadyHub } from "../../testing/until-ready.ts";

/**
 * A release as users get it: the commit of its sources, and its files for the processor of this
 * machine, as absolute paths. A release that could not be installed in a way has no file for it.
 */
export type Release = {
  version: string;
  commit: string;
  npm: string | undefined;
  debian: string | undefined;
  image: string | undefined;
};

/** The cost of an installation: seconds, bytes on the disk, and what they consist of. */
export type Size = { bytes: number; parts: string };

/** The ports of the hubs on a machine. */
export type Ports = { http: number; https: number };

/** A folder that stands for the machine of a user who installs in one way. */
export type Machine = AsyncDisposable & {
  /** The data folder of the hub, as a path of this process. */
  data: string;
  /** The same folder as a path of the hub, and an empty one that it may write to. */
  ownData: string;
  spare: string;
  /** Installs a release as the docs tell new users, also an older one in place of another. */
  install(release: Release): Promise<void>;
  /** Updates to a newer release as the docs tell, while the hub is stopped. */
  update(release: Release): Promise<void>;
  /** Starts the installed hub, with its data in `data`. */
  start(): Promise<ReadyHub>;
  /** Runs the installed command as the user of the hub, and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Returns how much the installed release takes on the disk, without the data. */
  measure(): Promise<Size>;
};

/** A way of installing. */
export type Way = {
  name: string;
  /** The reason why this machine cannot show it; undefined when it can. */
  whyNot(): string | undefined;
  /** Whether a release could be installed in this way. */
  comesWith(release: Release): boolean;
  /** Makes a machine in an empty folder. */
  prepare(folder: string, ports: Ports): Promise<Machine>;
};
