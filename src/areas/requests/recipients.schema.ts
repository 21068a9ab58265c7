import { EmailSchema } from '#contracts/fields.ts';
import { requestsCopy } from './requests.copy.ts';

/** Returns the validation error of a recipient line; undefined when it is valid. */
export function recipientProblem(email: string): string | undefined {
  if (!email.trim()) return requestsCopy.recipients.missing;
  const checked = EmailSchema.safeParse(email);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}
