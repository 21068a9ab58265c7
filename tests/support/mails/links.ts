import { vi } from 'vitest';
import { mailsTo } from '../people/people.ts';
import { patient } from '../soon.ts';

/** The token of the newest link to a page in the mails of an address; waits for a mail that is on its way. */
export function tokenFor(sandboxUrl: string, address: string, page: string): Promise<string> {
  return vi.waitFor(async () => {
    const pattern = new RegExp(`/${page}\\?token=([\\w.-]+)`);
    for (const { text } of await mailsTo(sandboxUrl, address)) {
      const token = pattern.exec(text)?.[1];
      if (token) return token;
    }
    throw new Error(`No link to ${page} has come for ${address}`);
  }, patient);
}
