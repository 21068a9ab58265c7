import type { FormResult } from '../../browser/form-result.ts';

interface FormRules {
  /** Problems that show before anything is sent, by the name of the field. */
  check(values: Record<string, string>): Record<string, string>;
  send(values: Record<string, string>): Promise<FormResult>;
  onDone?(): void;
}

/**
 * Lets a plain form send itself: problems stand beside their fields (`#<field id>-error`), what became of it in
 * its `[role=status]`, and its button shows `data-busy` while it is on the way and cannot be pressed twice.
 * Nothing typed is lost when something fails.
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
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const problems = rules.check(values);
    tell();
    if (showProblems(form, problems)) return;
    setBusy(true);
    const answer = await rules.send(values);
    setBusy(false);
    if (!answer.isDone && showProblems(form, answer.errors ?? {})) return;
    tell(answer);
    if (!answer.isDone) return;
    form.reset();
    rules.onDone?.();
  });
}

/** Puts each problem beside its field and takes the others away; the first one gets the focus. True when there is one. */
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
