import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { caseActs } from '#contracts/cases/case-acts.ts';
import { kindsWithDecision } from '#contracts/cases/cases.ts';
import { type CaseActionView, type CaseDetails, getCase } from '#contracts/desk/desk.ts';
import { dayMs } from '#contracts/durations.ts';
import { patient } from '../soon.ts';
import type { CountedPage } from './counted-page.ts';
import { planOf, usualTexts } from './day-plan.ts';

/** More acts than any case needs in one go. */
const maxActs = 12;

type Offered = Pick<CaseActionView, 'name' | 'label' | 'fields'>;

/** Reads the case as its page does, in the session of the operator. */
export async function readCase({ page }: CountedPage, id: string): Promise<CaseDetails> {
  const response = await page.request.get(`/api${getCase.path.replace(':id', id)}`);
  return ((await response.json()) as { data: CaseDetails }).data;
}

const planOfCase = ({ about, summary, subject }: CaseDetails) => planOf(about, summary, subject.id);

/**
 * Works on the operator's own case, whose page is open, until it is closed, waits, or waits for approval: does the planned acts
 * as soon as they are offered, else the one that the page puts first. `done` has the planned acts that were done. Throws where the page
 * offers nothing.
 */
export async function workCase(hands: CountedPage, id: string, done: Set<string>): Promise<void> {
  for (let count = 0; count < maxActs; count += 1) {
    const shown = await readCase(hands, id);
    if (shown.status === 'closed' || shown.status === 'waiting') return;
    const approval = shown.approvals.find(({ mayApprove }) => mayApprove);
    if (approval) {
      await sendForm(hands, { ...approval, fields: approvalFields(approval.needsReason) }, usualTexts);
      continue;
    }
    if (shown.approvals.length > 0) return;
    await doOne(hands, shown, done);
  }
  throw new Error(`The case ${id} did not end in ${maxActs} acts`);
}

async function doOne(hands: CountedPage, shown: CaseDetails, done: Set<string>): Promise<void> {
  const { id, kind, actions, endObstacle } = shown;
  const plan = planOfCase(shown);
  const [candidate] = shown.transaction?.candidates ?? [];
  const usual = { ...usualTexts, ...(candidate && { payment: candidate.reference }), ...plan.texts };
  const possible = actions.filter(({ obstacle }) => obstacle === null);
  for (const [index, { act, texts }] of (plan.acts ?? []).entries()) {
    const key = `${id}:${index}`;
    const planned = possible.find(({ name }) => name === act);
    if (!planned || done.has(key)) continue;
    done.add(key);
    return sendForm(hands, planned, { ...usual, ...texts });
  }
  const first = await shownFirst(hands, shown);
  const isRepeated = first?.name === checking && done.has(`${id}:${checking}`);
  if (first && !isRepeated) {
    done.add(`${id}:${first.name}`);
    return sendForm(hands, first, usual);
  }
  if (endObstacle === null && !kindsWithDecision.includes(kind)) return sendForm(hands, close, usualTexts);
  const reason = actions.find(({ obstacle }) => obstacle !== null)?.obstacle ?? endObstacle;
  if (!reason) throw new Error(`The page of the case “${shown.summary}” (${kind}) offers nothing`);
  const on = shown.payments.some(({ dispute }) => dispute && dispute.status !== 'resolved')
    ? 'bank'
    : 'provider';
  await sendForm(hands, wait, { on, until: localTime(2), reason });
}

/** It only reads what the provider says, so a second time brings nothing new. */
const checking = 'settle-again';

/** Returns the act that the page shows under “Next step”, once it shows this state of the case; undefined without one. */
async function shownFirst({ page }: CountedPage, shown: CaseDetails): Promise<Offered | undefined> {
  const events = page.locator('section[aria-labelledby="case-history"] li');
  await expect.poll(() => events.count(), patient).toBeGreaterThanOrEqual(shown.history.length);
  const next = page.locator('h3:text-is("Next step") + details > summary');
  if ((await next.count()) === 0) return undefined;
  const label = (await next.textContent())?.trim();
  return shown.actions.find((action) => action.label === label);
}

const field = (
  name: string,
  label: string,
  isRequired = true,
  type: Offered['fields'][number]['type'] = 'text',
) => ({ name, label, type, isRequired });

const approvalFields = (isRequired: boolean) => [field('reason', 'Your reason', isRequired)];

const close: Offered = {
  name: 'case.close',
  label: caseActs.closed.label,
  fields: [field('outcome', 'Outcome, in a word'), field('reason', 'Reason')],
};

const wait: Offered = {
  name: 'case.wait',
  label: caseActs.waiting.label,
  fields: [field('on', 'For whom', true, 'choice'), field('until', 'Until'), field('reason', 'Reason')],
};

/** Opens the form of an act, types into the fields that need it, sends it, and waits until it is closed again. */
export async function sendForm(
  hands: CountedPage,
  { label, fields }: Pick<Offered, 'label' | 'fields'>,
  texts: Readonly<Record<string, string>>,
  within: Page | Locator = hands.page,
): Promise<void> {
  const form = within
    .locator('details')
    .filter({ has: hands.page.locator(`summary:text-is("${label}")`) })
    .first();
  await hands.press(form.locator('summary'));
  for (const { name, label: text, type, isRequired, initial } of fields) {
    const value = texts[name];
    if (value === undefined || (!isRequired && !(name in texts)) || value === initial) continue;
    if (!isRequired && initial === undefined && usualTexts[name] === value) continue;
    await hands.enter(form.getByLabel(text, { exact: true }), value, type === 'choice');
  }
  await hands.press(form.getByRole('button', { name: label, exact: true }));
  await closed(form, label);
}

/** Waits until the form is closed, which follows a success; throws what it says otherwise. */
async function closed(form: Locator, label: string): Promise<void> {
  const state = () =>
    form.evaluateAll(([details]) => {
      if (!details?.hasAttribute('open')) return 'done';
      return details.querySelector('[role="alert"], .field-error')?.textContent || 'open';
    });
  await expect.poll(state, patient).not.toBe('open');
  const ended = await state();
  if (ended !== 'done') throw new Error(`${label}: ${ended}`);
}

/** A time in some days as a field without a time zone has it. */
function localTime(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 16);
}
