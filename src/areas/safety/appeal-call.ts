import type { Sent } from '#contracts/endpoint.ts';
import { type Appealed, readAppeal, submitAppeal } from '#contracts/safety/appeals.ts';
import { call, messageOf } from '../../browser/api.ts';
import { type FormResult, formResult } from '../../browser/form-result.ts';
import { appealCopy as copy } from './appeal.copy.ts';

/** Loads a decision; returns the message to show when that fails. */
export async function loadDecision(query: Sent<typeof readAppeal>['query']): Promise<Appealed | string> {
  try {
    return (await call(readAppeal, { query })).data;
  } catch (error) {
    return messageOf(error, copy.failed);
  }
}

/** Sends the form for an appeal. */
export function sendAppeal(body: Sent<typeof submitAppeal>['body']): Promise<FormResult> {
  return formResult(call(submitAppeal, { body }), copy.failed);
}
