import { EmailSchema } from '#contracts/fields.ts';
import { requestsCopy } from './requests.copy.ts';

/** What is wrong with a line of the list of recipients: every one must hold an address. */
export function recipientProblem(email: string): string | undefined {
  if (!email.trim()) return requestsCopy.recipients.missing;
  const checked = EmailSchema.safeParse(email);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}
