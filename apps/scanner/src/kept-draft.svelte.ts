type Options<Values> = {
  /** The name of the form. Each form has another one. */
  name: string;
  /** Returns the values of the form before anything is typed. */
  empty: () => Values;
  /** The fields whose values are only in memory. */
  secrets?: readonly (keyof Values & string)[];
  /** Returns whether the values may be stored now; by default always. */
  canStore?: () => boolean;
};

/** The values of a form, which survive that the page is loaded anew. */
export type KeptDraft<Values> = {
  values: Values;
  /** The values were typed before the page was loaded anew. */
  readonly isRestored: boolean;
  /** The secrets that were typed then and have to be typed again. */
  readonly missingSecrets: readonly string[];
  /** Forgets what was typed. */
  discard(): void;
};

type Stored = { values: object; missing: string[] };

const prefix = "scanhook.draft ";

/**
 * Keeps what is typed into a form in this tab until it is discarded or the tab is closed. Call it
 * once for each form, when its module loads: the values live as long as the page. While a secret is
 * typed, which is not stored, the browser asks before the page is left.
 */
export function keepDraft<Values extends object>({
  name,
  empty,
  secrets = [],
  canStore = () => true,
}: Options<Values>): KeptDraft<Values> {
  const stored = readStored(name);
  let values: Values = $state({ ...empty(), ...stored?.values });
  let isRestored = $state(stored !== undefined);
  let missing = $state.raw(stored?.missing ?? []);

  const listTyped = () => secrets.filter((secret) => Boolean(values[secret]));
  const listMissing = () => missing.filter((secret) => !values[secret as keyof Values]);

  $effect.root(() => {
    $effect(() => {
      const typed = listTyped();
      const storable = Object.fromEntries(
        Object.entries(values).filter(([key]) => !typed.some((one) => one === key)),
      );
      const isEmpty = JSON.stringify({ ...empty(), ...storable }) === JSON.stringify(empty());
      const lost = [...listMissing(), ...typed];
      const hasContent = canStore() && (!isEmpty || lost.length > 0);
      store(name, hasContent ? { values: storable, missing: lost } : undefined);
    });
  });
  askBeforeLeaving(() => listTyped().length > 0);

  return {
    get values() {
      return values;
    },
    set values(next) {
      values = next;
    },
    get isRestored() {
      return isRestored;
    },
    get missingSecrets() {
      return listMissing();
    },
    discard() {
      values = { ...empty() };
      isRestored = false;
      missing = [];
    },
  };
}

/**
 * Lets the browser ask before the page is left or loaded anew, as long as something would be lost.
 * Call it once.
 */
export function askBeforeLeaving(wouldLose: () => boolean): void {
  $effect.root(() => {
    $effect(() => {
      if (!wouldLose()) return;
      const ask = (event: BeforeUnloadEvent) => event.preventDefault();
      addEventListener("beforeunload", ask);
      return () => removeEventListener("beforeunload", ask);
    });
  });
}

function readStored(name: string): Stored | undefined {
  try {
    const text = sessionStorage.getItem(prefix + name);
    return text === null ? undefined : (JSON.parse(text) as Stored);
  } catch {
    // The browser blocks site data.
    return undefined;
  }
}

function store(name: string, stored: Stored | undefined): void {
  try {
    if (stored) sessionStorage.setItem(prefix + name, JSON.stringify(stored));
    else sessionStorage.removeItem(prefix + name);
  } catch {
    // Without site data, the form keeps its values until the page is loaded anew.
  }
}
