import { loadPart } from '../../browser/load-part.ts';
import { looksLikeEmail, wireForm } from '../../ui/fields/wire-form.ts';
import { reportCopy as copy } from './report.copy.ts';

/** Subjects that the form can change to, because they have the same id. Not every meeting of a sponsor has a note. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  request: ['request', 'learner'],
  learner: ['request', 'learner'],
  note: ['note', 'sponsor'],
};

/** Attaches the submit handler to the report form; the page's address says what the report is about. */
export function wireReport(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-report]');
  const fields = form?.querySelector<HTMLElement>('[data-fields]');
  const id = form?.querySelector<HTMLInputElement>('input[name="id"]');
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!form || !fields || !id || !button) return;
  const query = new URLSearchParams(location.search);
  const about = query.get('about') ?? '';
  const named = query.get('id') ?? '';
  const offered = alternatives[about] ?? [about];
  const radios = [...form.querySelectorAll<HTMLInputElement>('input[name="about"]')].filter(({ value }) =>
    offered.includes(value),
  );
  for (const radio of radios) {
    radio.closest('label')?.removeAttribute('hidden');
    // The attribute, so that a reset of the form keeps it.
    radio.toggleAttribute('checked', radio.value === about);
  }
  id.defaultValue = named;
  const close = () => {
    fields.hidden = true;
    button.hidden = true;
  };
  if (radios.length === 0 || !named) {
    form.querySelector('[data-no-subject]')?.removeAttribute('hidden');
    close();
    return;
  }
  wireForm(form, {
    check: ({ reason, email }) => ({
      ...(reason ? {} : { reason: copy.reasonMissing }),
      ...(!email?.trim() || looksLikeEmail(email) ? {} : { email: copy.invalid }),
    }),
    send: async (values) => {
      const { sendReport } = await loadPart(() => import('./report-call.ts'));
      return sendReport(values);
    },
    failed: copy.failed,
    onDone: close,
  });
}
