import { storageKeys } from '../../../browser/storage-keys.ts';

/** Offers a sponsor the learners who request this course, in place of the learner's request form. */
export function wireAsk(): void {
  if (localStorage.getItem(storageKeys.role) !== 'sponsor') return;
  for (const block of document.querySelectorAll<HTMLElement>('[data-ask]'))
    block.hidden = block.dataset.ask !== 'sponsor';
}
