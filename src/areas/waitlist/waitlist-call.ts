import { joinWaitlist, type WaitlistInterest } from '#contracts/waitlist/waitlist.ts';
import { call } from '../../browser/api.ts';
import { type FormResult, formResult } from '../../browser/form-result.ts';
import { waitlistCopy } from './waitlist.copy.ts';

/** Submits the waitlist form. */
export function submitWaitlist(values: Record<string, string>): Promise<FormResult> {
  const { email = '', note = '' } = values;
  const interest = values.wish as WaitlistInterest;
  return formResult(call(joinWaitlist, { body: { wish: interest, email, note } }), waitlistCopy.failed);
}
