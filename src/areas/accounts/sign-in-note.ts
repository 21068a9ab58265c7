import { storageKeys, tabStorage } from '../../browser/storage.ts';

/** A message from another page, shown on the sign-in page. */
export interface SignInNote {
  kind: 'good' | 'warn';
  text: string;
  /** Fills the e-mail field. */
  email?: string;
}

/** Stores a message for the sign-in page of this tab. */
export function storeSignInNote(note: SignInNote): void {
  tabStorage.write(storageKeys.signInNote, JSON.stringify(note));
}

/** Removes and returns the message, so that a reload does not show it again. */
export function consumeSignInNote(): SignInNote | undefined {
  const note = tabStorage.read(storageKeys.signInNote);
  tabStorage.remove(storageKeys.signInNote);
  return note ? (JSON.parse(note) as SignInNote) : undefined;
}
