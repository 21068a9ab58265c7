import { type Appealed, readAppeal, submitAppeal } from '#contracts/safety/appeals.ts';
import { call, messageOf } from '../../browser/api.ts';
import { type FormResult, formResult } from '../../browser/form-result.ts';
import { appealCopy as copy } from './appeal.copy.ts';

/** Names a decision: by a request of the caller, or by the token of a mail. */
interface AppealTarget {
  request: string | undefined;
  token: string | undefined;
}

/** Loads a decision; returns the message to show when that fails. */
export async function loadDecision(query: AppealTarget): Promise<Appealed | string> {
  try {
    return (await call(readAppeal, { query })).data;
  } catch (error) {
    return messageOf(error, copy.failed);
  }
}

/** Sends the form for an appeal. */
export function sendAppeal(body: AppealTarget & { text: string }): Promise<FormResult> {
  return formResult(call(submitAppeal, { body }), copy.failed);
}
