import { expect } from 'vitest';
import { type ApprovalView, listApprovals } from '#contracts/desk/desk-approvals.ts';
import { type CaseRow, listCases } from '#contracts/desk/desk-inbox.ts';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { casePath, deskPaths } from '#src/browser/desk-paths.ts';
import type { TestOperator } from '../people/operators.ts';
import { patient } from '../soon.ts';
import type { CountedPage } from './counted-page.ts';
import { planOf, usualTexts } from './day-plan.ts';
import { readCase, sendForm, workCase } from './work-case.ts';

/** An operator at work, with the ids of the cases that they have seen. */
export interface WorkingOperator {
  name: string;
  hands: CountedPage;
  seen: Set<string>;
  /** Planned acts that were done, of all operators. */
  done: Set<string>;
  /** Cases in which an operator could not go on, with the error, of all operators. */
  deadEnds: Map<string, string>;
}

/** Signs an operator in on the page for that. */
export async function signInByPage(
  { page }: CountedPage,
  { email, password, totpSecret }: TestOperator,
): Promise<void> {
  await page.goto(deskPaths.signIn);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code').fill(totpCode(totpSecret));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ops$/);
}

/** Works until nothing is left that this operator can do now. Returns how many acts of the list and cases they worked on. */
export async function workThroughInbox(operator: WorkingOperator): Promise<number> {
  let worked = await approveAll(operator);
  await readInbox(operator);
  for (;;) {
    const id = (await openOwnReady(operator)) ?? (await takeNext(operator));
    if (!id) return worked;
    const { hands, seen, done, deadEnds } = operator;
    seen.add(id);
    const { kind, about, summary } = await readCase(hands, id);
    hands.workOn(kind, id);
    await workCase(hands, id, done).catch((error: Error) =>
      deadEnds.set(id, `${kind} ${about}: ${summary} ${error.message}`),
    );
    hands.leave();
    worked += 1;
  }
}

/** Opens the inbox, and records which cases its pages show. */
export async function readInbox({ hands: { page }, seen }: WorkingOperator): Promise<void> {
  await page.goto(deskPaths.inbox);
  const rows = page.locator('a[data-case]');
  const { total, cases } = await read<{ total: number; cases: CaseRow[] }>(page, listCases.path);
  if (total > 50) throw new Error('The cases do not fit on one page of the inbox');
  await expect.poll(() => rows.count(), patient).toBeGreaterThanOrEqual(Math.min(1, cases.length));
  for (const row of await rows.all()) {
    const id = await row.getAttribute('data-case').catch(() => null);
    if (id) seen.add(id);
  }
}

async function read<Data>(page: CountedPage['page'], path: string): Promise<Data> {
  const response = await page.request.get(`/api${path}`);
  return ((await response.json()) as { data: Data }).data;
}

/** Opens an own case that does not wait any more from the inbox. Returns its id. */
async function openOwnReady({ hands, deadEnds }: WorkingOperator): Promise<string | undefined> {
  const { page } = hands;
  const { cases } = await read<{ cases: CaseRow[] }>(page, `${listCases.path}?owner=me`);
  const ready = cases.find(
    ({ id, waitingOn, waitsForApproval }) => !waitingOn && !waitsForApproval && !deadEnds.has(id),
  );
  if (!ready) return undefined;
  if (!new URL(page.url()).pathname.endsWith('/ops'))
    await hands.press(page.getByRole('link', { name: 'Inbox', exact: true }));
  await hands.press(page.locator(`a[data-case="${ready.id}"]`));
  await onCase(page, ready.id);
  return ready.id;
}

/** Takes the next case with the key. Returns its id; undefined when there is none. */
async function takeNext({ hands }: WorkingOperator): Promise<string | undefined> {
  const { page } = hands;
  await page.getByRole('button', { name: /^(Take the next case|Next case|Done, next case)$/ }).waitFor();
  const answer = page.waitForResponse((response) => response.url().endsWith('/cases/next'));
  await hands.pressKey('n');
  const { id } = ((await (await answer).json()) as { data: { id: string | null } }).data;
  if (!id) {
    hands.leave();
    return undefined;
  }
  await onCase(page, id);
  return id;
}

async function onCase(page: CountedPage['page'], id: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === casePath(id));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Release', exact: true }).waitFor();
}

/** Approves, or declines, from the list of approvals what this operator may. Returns how much. */
async function approveAll({ hands, seen, done }: WorkingOperator): Promise<number> {
  const { page } = hands;
  for (let count = 0; ; count += 1) {
    const { approvals } = await read<{ approvals: ApprovalView[] }>(page, `${listApprovals.path}?limit=100`);
    const approval = approvals.find(({ id, mayApprove }) => mayApprove && !done.has(id));
    for (const { caseId } of approvals) seen.add(caseId);
    if (!approval) return count;
    // No other operator begins with it.
    done.add(approval.id);
    if (!page.url().endsWith(deskPaths.approvals))
      await hands.press(page.getByRole('link', { name: /^Approvals/ }));
    const { kind } = await readCase(hands, approval.caseId);
    hands.workOn(kind, approval.caseId);
    const card = page
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="${casePath(approval.caseId)}"]`) });
    const { isDeclined } = planOf(approval.about);
    const reason = {
      name: 'reason',
      label: 'Your reason',
      type: 'text',
      isRequired: approval.needsReason,
    } as const;
    const form = isDeclined
      ? { label: 'Decline', fields: [{ ...reason, label: 'Reason', isRequired: true }] }
      : { label: approval.label, fields: [reason] };
    await sendForm(hands, form, usualTexts, card);
    hands.leave();
  }
}
