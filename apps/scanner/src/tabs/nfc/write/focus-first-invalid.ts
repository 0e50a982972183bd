/** Moves the focus to the first invalid field of a form, once Svelte has marked the fields. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  queueMicrotask(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
