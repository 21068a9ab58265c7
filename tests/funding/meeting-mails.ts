import { expect, vi } from 'vitest';
import { mailsTo, type ReceivedMail, type SignedIn } from '#tests/support/people/people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

/** Returns the mails whose subject is about a meeting. */
export const aboutMeetings = (mails: ReceivedMail[]): ReceivedMail[] =>
  mails.filter(({ subject }) => /meeting about/i.test(subject));

/** Waits up to 10 s for a mail about a meeting whose subject starts with `beginning`. */
export function meetingMailTo(
  { sandbox }: TestProduct,
  { email }: SignedIn,
  beginning: string,
): Promise<ReceivedMail> {
  return vi.waitFor(async () => {
    const mails = aboutMeetings(await mailsTo(sandbox.httpUrl, email));
    const mail = mails.find(({ subject }) => subject.startsWith(beginning));
    expect(mail, mails.map(({ subject }) => subject).join(', ')).toBeDefined();
    return mail as ReceivedMail;
  }, patient);
}
