import type { FormResult } from '../../browser/form-result.ts';

interface FormRules {
  /** Validates before sending. Returns messages by field name. */
  check(values: Record<string, string>): Record<string, string>;
  send(values: Record<string, string>): Promise<FormResult>;
  /** Message when sending throws, because its code could not be loaded. */
  failed: string;
  onDone?(): void;
}

/**
 * Submits a plain form through `rules.send`: errors appear beside their fields (`#<field id>-error`), the result in its
 * `[role=status]`. While the request runs, the button has `data-busy` and ignores clicks. The input is kept when the
 * request fails.
 */
export function wireForm(form: HTMLFormElement, rules: FormRules): void {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  const status = form.querySelector<HTMLElement>('[role="status"]');
  const label = button?.textContent ?? '';
  let isBusy = false;
  form.noValidate = true;

  const setBusy = (isNow: boolean) => {
    isBusy = isNow;
    if (!button) return;
    button.ariaDisabled = isNow ? 'true' : null;
    button.toggleAttribute('data-busy', isNow);
    button.textContent = isNow ? (button.dataset.busyLabel ?? label) : label;
  };
  const tell = (answer?: FormResult) => {
    if (!status) return;
    status.textContent = answer?.message ?? '';
    status.dataset.state = answer && (answer.isDone ? 'done' : 'failed');
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    const problems = rules.check(values);
    tell();
    if (showProblems(form, problems)) return;
    setBusy(true);
    const answer = await rules
      .send(values)
      .catch((): FormResult => ({ isDone: false, message: rules.failed }));
    setBusy(false);
    if (!answer.isDone && showProblems(form, answer.errors ?? {})) return;
    tell(answer);
    if (!answer.isDone) return;
    form.reset();
    rules.onDone?.();
  });
}

/** Shows each error beside its field, clears the others and focuses the first. Returns whether there is any. */
function showProblems(form: HTMLFormElement, problems: Readonly<Record<string, string>>): boolean {
  let first: HTMLElement | undefined;
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const name = place.dataset.errorOf ?? '';
    const problem = problems[name] ?? '';
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
    place.textContent = problem;
    place.hidden = !problem;
    if (!field) continue;
    field.ariaInvalid = problem ? 'true' : null;
    if (problem) first ??= field;
  }
  first?.focus();
  return first !== undefined;
}

/** Checks the basic e-mail pattern: local part, @, domain with a dot, no spaces. The server validates further. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}
