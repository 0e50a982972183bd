import { askBeforeLeaving, type KeptForm, keepForm } from "@scanhook/page-parts/kept-form";

type Options<Draft> = {
  /** The name of the form, which no other form may have. */
  name: string;
  /** Returns the values of the form before anything is typed. */
  empty: () => Draft;
  /** The fields whose values are kept in memory only. */
  secrets?: readonly (keyof Draft & string)[];
  /** Returns whether the values may be stored now; by default always. */
  canStore?: () => boolean;
};

/**
 * Keeps what is typed into a form while other screens are shown, and over a reload. Call it once
 * for each form, when its module loads.
 */
export function keepDraft<Draft extends object>({
  name,
  empty,
  ...options
}: Options<Draft>): KeptForm<Draft> {
  return inPage(() =>
    keepForm({
      subject: name,
      base: undefined,
      create: empty,
      prefix: "scanhook.draft ",
      ...options,
    }),
  );
}

/** Calls `askBeforeLeaving` of page-parts for the life of the page. Call it when a module loads. */
export function askBeforeLeavingPage(wouldLose: () => boolean): void {
  inPage(() => askBeforeLeaving(wouldLose));
}

/** Runs a function whose effects last as long as the page, and returns its result. */
function inPage<Result>(run: () => Result): Result {
  let result: Result;
  $effect.root(() => {
    result = run();
  });
  return result!;
}
