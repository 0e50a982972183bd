import {
  defaultPrefix,
  forgetUnsavedForm,
  readUnsavedForm,
  storeUnsavedForm,
} from "./unsaved-forms.ts";

/** The secrets of a draft by name. Null asks to remove a stored secret, and is no secret itself. */
type DraftSecrets = Record<string, string | null>;

type Options<Draft, Base> = {
  /** The subject of the form, such as `destination shop`, which no other form may have. */
  subject: string;
  /** The record as the hub has it now; undefined for a new record. */
  base: Base;
  /** Returns the values of a form that shows the record unchanged. */
  create: (base: Base) => Draft;
  /**
   * The secrets, which stay in memory: the names of fields of a draft, or a function that returns
   * the object within a draft that holds the secrets and nothing else.
   */
  secrets?: readonly (keyof Draft & string)[] | ((draft: Draft) => DraftSecrets);
  /** Returns whether the form may be stored in the session storage now; by default always. */
  canStore?: () => boolean;
  /** The start of the key in the session storage, before the subject. */
  prefix?: string;
};

/** The values of a form, which outlive its screen. */
export type KeptForm<Draft, Base = undefined> = {
  draft: Draft;
  /**
   * The record that the form started from. After an interruption it may be older than the record of
   * the hub.
   */
  base: Base;
  /** Whether the values are from before an interruption. */
  readonly isRestored: boolean;
  /**
   * The names of secrets that were typed before the page was reloaded and have to be typed again.
   */
  readonly missingSecrets: readonly string[];
  /**
   * Forgets the typed values, after they were saved or discarded, and shows a record: by default
   * the newest known record.
   */
  reset(base?: Base): void;
};

/**
 * Keeps the values of a form until they are saved or discarded, the person logs out, or the tab is
 * closed. The form shows them again after a reload, when the person returns to its screen, and
 * after a new log-in. Call it while a component initializes, or in an effect root that lasts as
 * long as the page. While a typed secret would be lost, the browser asks before the page is left.
 */
export function keepForm<Draft extends object, Base = undefined>({
  subject,
  base: newestBase,
  create,
  secrets = [],
  canStore = () => true,
  prefix = defaultPrefix,
}: Options<Draft, Base>): KeptForm<Draft, Base> {
  const key = prefix + subject;
  const unsavedForm = restore(key, create);
  let draft: Draft = $state(unsavedForm?.draft ?? create(newestBase));
  let base: Base = $state.raw(unsavedForm ? unsavedForm.base : newestBase);
  let isRestored = $state(unsavedForm !== undefined);
  let missingSecrets = $state.raw(unsavedForm?.missingSecrets ?? []);

  const secretsOf = (draft: Draft) =>
    typeof secrets === "function" ? secrets(draft) : (draft as DraftSecrets);
  const listTypedSecrets = (draft: Draft) => {
    const secretValues = secretsOf(draft);
    const names = typeof secrets === "function" ? Object.keys(secretValues) : secrets;
    return names.filter((name) => Boolean(secretValues[name]));
  };
  const stillMissing = $derived(missingSecrets.filter((name) => !secretsOf(draft)[name]));

  $effect(() => {
    const text = JSON.stringify(draft);
    const isUnchanged = text === JSON.stringify(create(base));
    if (!canStore() || (isUnchanged && stillMissing.length === 0)) {
      forgetUnsavedForm(key);
      return;
    }
    const storable: Draft = JSON.parse(text);
    const typedSecrets = listTypedSecrets(storable);
    for (const name of typedSecrets) secretsOf(storable)[name] = "";
    storeUnsavedForm(
      key,
      { base, draft: JSON.parse(text), missingSecrets: stillMissing },
      { base, draft: storable, missingSecrets: [...stillMissing, ...typedSecrets] },
    );
  });

  askBeforeLeaving(() => listTypedSecrets(draft).length > 0);

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
    reset(record = newestBase) {
      newestBase = record;
      base = record;
      draft = create(record);
      isRestored = false;
      missingSecrets = [];
      forgetUnsavedForm(key);
    },
  };
}

/**
 * Lets the browser ask before the page is left or reloaded, as long as something typed would be
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
 * Returns the stored form; undefined if there is none. Fields that an update of the page has added
 * get the values of the record.
 */
function restore<Draft extends object, Base>(key: string, create: (base: Base) => Draft) {
  const left = readUnsavedForm(key);
  if (!left) return undefined;
  try {
    const base = left.base as Base;
    const draft = { ...create(base), ...(left.draft as Draft) };
    return { base, draft, missingSecrets: left.missingSecrets };
  } catch {
    // The form was stored by an older version of this page.
    forgetUnsavedForm(key);
    return undefined;
  }
}
