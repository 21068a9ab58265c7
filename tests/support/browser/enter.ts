import type { BrowserContext, Page } from 'playwright-core';
import { storageKeys } from '#src/browser/storage.ts';
import type { SignedIn } from '../people/people.ts';
import { fillLocalStorage, setPageCookie } from './browser.ts';

/** Lets a browser be signed in from its first page on, as after a sign-in of this person. */
export async function enter(
  context: BrowserContext,
  person: SignedIn,
  role: 'learner' | 'sponsor',
): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await fillLocalStorage(page, {
    [storageKeys.token]: person.token,
    [storageKeys.role]: role,
    [storageKeys.firstName]: person.fullName.split(' ')[0] ?? '',
  });
  await setPageCookie(context, person.token);
  return page;
}
