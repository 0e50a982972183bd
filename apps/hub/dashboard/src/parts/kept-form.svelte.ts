import { forgetLeftForm, readLeftForm, storeLeftForm } from "./left-forms.ts";

/** The secrets of a draft by name; null removes a stored secret, and is no secret itself. */
type DraftSecrets = Record<string, string | null>;

type Options<Draft, Base> = {
  /** The subject of the form, such as `destination shop`. Each form has another subject. */
  subject: string;
  /** The record as the hub has it now; undefined for a new one. */
  base: Base;
  create: (base: Base) => Draft;
  /** Returns the part of a draft that holds its secrets. They stay in memory. */
  secrets?: (draft: Draft) => DraftSecrets;
};

/** The values of a form, which survive that its screen is left. */
export type KeptForm<Draft, Base> = {
  draft: Draft;
  /**
   * The record that the form started from. After an interruption it may be older than what the hub
   * has.
   */
  base: Base;
  /** The values are from before an interruption. */
  readonly isRestored: boolean;
  /**
   * The names of secrets that were typed before the page was loaded anew and have to be typed
   * again.
   */
  readonly missingSecrets: readonly string[];
  /**
   * Forgets what was typed, after it was saved or discarded, and shows a record: by default the
   * newest known one.
   */
  reset(base?: Base): void;
};

/**
 * Keeps what is typed into a form until it is saved or discarded, the person logs out, or the tab
 * is closed: after a reload, after the way back to its screen and after logging in again, the form
 * shows it. Call it while a component initializes. While a typed secret would be lost, the browser
 * asks before the page is left.
 */
export function keepForm<Draft extends object, Base = undefined>({
  subject,
  base: newest,
  create,
  secrets = () => ({}),
}: Options<Draft, Base>): KeptForm<Draft, Base> {
  const left = restore(subject, create);
  let draft: Draft = $state(left?.draft ?? create(newest));
  let base: Base = $state.raw(left ? left.base : newest);
  let isRestored = $state(left !== undefined);
  let missingSecrets = $state.raw(left?.missingSecrets ?? []);
  const stillMissing = $derived(missingSecrets.filter((name) => !secrets(draft)[name]));

  $effect(() => {
    const whole = $state.snapshot(draft) as Draft;
    if (JSON.stringify(whole) === JSON.stringify(create(base))) {
      forgetLeftForm(subject);
      return;
    }
    const storable = structuredClone(whole);
    const typed = listTyped(secrets(storable));
    for (const name of typed) secrets(storable)[name] = "";
    storeLeftForm(
      subject,
      { base, draft: whole, missingSecrets: stillMissing },
      { base, draft: storable, missingSecrets: [...stillMissing, ...typed] },
    );
  });

  askBeforeLeaving(() => listTyped(secrets(draft)).length > 0);

  return {
    get draft() {
      return draft;
    },
    set draft(next) {
      draft = next;
    },
    get base() {
      return base;
    },
    set base(next) {
      base = next;
    },
    get isRestored() {
      return isRestored;
    },
    get missingSecrets() {
      return stillMissing;
    },
    reset(record = newest) {
      newest = record;
      base = record;
      draft = create(record);
      isRestored = false;
      missingSecrets = [];
      forgetLeftForm(subject);
    },
  };
}

/**
 * Lets the browser ask before the page is left or loaded anew, as long as something typed would be
 * lost.
 */
export function askBeforeLeaving(wouldLose: () => boolean): void {
  $effect(() => {
    if (!wouldLose()) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  });
}

function listTyped(secrets: DraftSecrets): string[] {
  return Object.keys(secrets).filter((name) => Boolean(secrets[name]));
}

/**
 * Returns the form that was left. An update of the hub may have added fields, which then have the
 * values of the record.
 */
function restore<Draft extends object, Base>(subject: string, create: (base: Base) => Draft) {
  const left = readLeftForm(subject);
  if (!left) return undefined;
  try {
    const base = left.base as Base;
    const draft = { ...create(base), ...(left.draft as Draft) };
    return { base, draft, missingSecrets: left.missingSecrets };
  } catch {
    // The form is of an older version of this page.
    forgetLeftForm(subject);
    return undefined;
  }
}
