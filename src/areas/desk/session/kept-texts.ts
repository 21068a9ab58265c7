import { atom } from 'nanostores';

/** What was typed into a form that disappeared before it was sent. */
export interface KeptText {
  id: number;
  /** Label of the form. */
  form: string;
  values: readonly { label: string; value: string }[];
}

/** The kept texts of this page, oldest first. */
export const $keptTexts = atom<readonly KeptText[]>([]);

let lastId = 0;

/** Keeps what was typed into a form that disappears: another operator was faster, and its act is not possible any more. */
export function keepText(text: Omit<KeptText, 'id'>): void {
  lastId += 1;
  $keptTexts.set([...$keptTexts.get(), { ...text, id: lastId }]);
}

/** Removes a text that its operator does not need any more. */
export function dropText(id: number): void {
  $keptTexts.set($keptTexts.get().filter((text) => text.id !== id));
}
