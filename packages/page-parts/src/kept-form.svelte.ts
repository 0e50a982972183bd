import { forgetLeftForm, readLeftForm, storeLeftForm, usualPrefix } from "./left-forms.ts";

/** The secrets of a draft by name; null removes a stored secret, and is no secret itself. */
type DraftSecrets = Record<string, string | null>;

type Options<Draft, Base> = {
  /** The subject of the form, such as `destination shop`. Each form has another subject. */
  subject: string;
  /** The record as the hub has it now; undefined for a new one. */
  base: Base;
  create: (base: Base) => Draft;
  /**
   * The secrets, which stay in memory: the names of fields of a draft, or a function that returns
   * the part of a draft that holds nothing else.
   */
  secrets?: readonly (keyof Draft & string)[] | ((draft: Draft) => DraftSecrets);
  /** Returns whether the form may be written down now; by default always. */
  canStore?: () => boolean;
  /** What the key in the session storage begins with; the subject follows. */
  prefix?: string;
};

/** The values of a form, which survive that its screen is left. */
export type KeptForm<Draft, Base = undefined> = {
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
 * shows it. Call it while a component initializes, or in an effect root that lasts as long as the
 * page. While a typed secret would be lost, the browser asks before the page is left.
 */
export function keepForm<Draft extends object, Base = undefined>({
  subject,
  base: newest,
  create,
  secrets = [],
  canStore = () => true,
  prefix = usualPrefix,
}: Options<Draft, Base>): KeptForm<Draft, Base> {
  const key = prefix + subject;
  const left = restore(key, create);
  let draft: Draft = $state(left?.draft ?? create(newest));
  let base: Base = $state.raw(left ? left.base : newest);
  let isRestored = $state(left !== undefined);
  let missingSecrets = $state.raw(left?.missingSecrets ?? []);

  const holderOf = (draft: Draft) =>
    typeof secrets === "function" ? secrets(draft) : (draft as DraftSecrets);
  const listTyped = (draft: Draft) => {
    const holder = holderOf(draft);
    const names = typeof secrets === "function" ? Object.keys(holder) : secrets;
    return names.filter((name) => Boolean(holder[name]));
  };
  const stillMissing = $derived(missingSecrets.filter((name) => !holderOf(draft)[name]));

  $effect(() => {
    const text = JSON.stringify(draft);
    const isUnchanged = text === JSON.stringify(create(base));
    if (!canStore() || (isUnchanged && stillMissing.length === 0)) {
      forgetLeftForm(key);
      return;
    }
    const storable: Draft = JSON.parse(text);
    const typed = listTyped(storable);
    for (const name of typed) holderOf(storable)[name] = "";
    storeLeftForm(
      key,
      { base, draft: JSON.parse(text), missingSecrets: stillMissing },
      { base, draft: storable, missingSecrets: [...stillMissing, ...typed] },
    );
  });

  askBeforeLeaving(() => listTyped(draft).length > 0);

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
      forgetLeftForm(key);
    },
  };
}

/**
 * Lets the browser ask before the page is left or loaded anew, as long as something typed would be
 * lost. Call it where `keepForm` can be called.
 */
export function askBeforeLeaving(wouldLose: () => boolean): void {
  $effect(() => {
    if (!wouldLose()) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  });
}

/**
 * Returns the form that was left. An update of the page may have added fields, which then have the
 * values of the record.
 */
function restore<Draft extends object, Base>(key: string, create: (base: Base) => Draft) {
  const left = readLeftForm(key);
  if (!left) return undefined;
  try {
    const base = left.base as Base;
    const draft = { ...create(base), ...(left.draft as Draft) };
    return { base, draft, missingSecrets: left.missingSecrets };
  } catch {
    // The form is of an older version of this page.
    forgetLeftForm(key);
    return undefined;
  }
}
