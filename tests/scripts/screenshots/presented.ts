import type { CaseActionView } from '#contracts/desk/desk.ts';

/** Maps actions to what the page of a case shows, without obstacles. */
export const presented = (actions: readonly Omit<CaseActionView, 'obstacle' | 'notice'>[]) =>
  actions.map(({ name, label, hint, isFinal, fields }) => ({
    name,
    label,
    hint,
    isFinal,
    fields,
    obstacle: null,
  }));
