import { joinWaitlist, type WaitlistWish } from '#contracts/waitlist.ts';
import { call } from '../../browser/api.ts';
import { type FormAnswer, formAnswer } from '../../browser/form-answer.ts';
import { waitlistCopy } from './waitlist.copy.ts';

/** Stores what somebody waits for. */
export function join(values: Record<string, string>): Promise<FormAnswer> {
  const { email = '', note = '' } = values;
  const wish = values.wish as WaitlistWish;
  return formAnswer(call(joinWaitlist, { body: { wish, email, note } }), waitlistCopy.failed);
}
