import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  type ApprovalView,
  approveApproval,
  declineApproval,
  listApprovals,
} from '#contracts/desk/desk-approvals.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { deskCopy } from '../desk.copy.ts';
import { Approvals } from './Approvals.tsx';
import { approvalsCopy as copy } from './approvals.copy.ts';

const refund: ApprovalView = {
  id: 'a',
  caseId: 'c',
  kind: 'refund',
  about: 'Machine Learning',
  askedBy: 'Ada Obi',
  askedAt: '2026-01-01T00:00:00.000Z',
  reason: 'The course is gone.',
  amountMinor: 2_001_800,
  currency: 'NGN',
  notice: '₦20,018 go back to the payer.\nAnother operator approves it: Olu Ade.',
  dueAt: null,
  mayApprove: true,
  mayDecline: true,
  action: 'approve-refund',
  label: 'Approve the refund',
  needsReason: false,
};
const suspension: ApprovalView = {
  ...refund,
  id: 'b',
  kind: 'suspend',
  about: 'Lee Learner',
  amountMinor: null,
  currency: null,
  notice: '',
  action: 'approve-suspension',
  label: 'Approve the suspension',
  needsReason: true,
};

function show(approvals: ApprovalView[], { total = approvals.length, hasFourEyes = true } = {}): void {
  succeed(listApprovals, { message: 'Approvals.', data: { approvals, total, hasFourEyes } });
  render(<Approvals />);
}

const items = () => page.getByRole('list', { name: copy.list }).getByRole('listitem');

it('says that it is loading, and that nothing waits', async () => {
  hang(listApprovals);
  render(<Approvals />);
  await expect.element(page.getByText(deskCopy.loading)).toBeVisible();
});

it('says that nothing waits, and that one operator decides alone', async () => {
  show([], { hasFourEyes: false });
  await expect.element(page.getByText(copy.empty)).toBeVisible();
  await expect.element(page.getByText(copy.fourEyesOff)).toBeVisible();
});

it('shows the error', async () => {
  fail(listApprovals, 503, 'The database is unavailable.');
  render(<Approvals />);
  await expect.element(page.getByText('The database is unavailable.')).toBeVisible();
});

it('shows who asked, why, how much and what it costs, and offers only what this operator may do', async () => {
  show(
    [refund, { ...suspension, mayApprove: false }, { ...refund, id: 'd', askedBy: null, mayDecline: false }],
    {
      total: 30,
    },
  );
  await expect.element(items().nth(2)).toBeVisible();
  const first = items().nth(0);
  for (const text of [
    '₦20,018',
    'Machine Learning',
    copy.asked('Ada Obi'),
    'The course is gone.',
    copy.kinds.refund,
  ])
    await expect.element(first).toMatchTextContent(text);
  await expect.element(first).toMatchTextContent('Another operator approves it: Olu Ade.');
  await expect
    .element(first.getByRole('link', { name: copy.openCase }))
    .toHaveAttribute('href', '/ops/case?id=c');
  await expect.element(first.getByText(refund.label).first()).toBeVisible();
  await expect.element(items().nth(1)).toMatchTextContent(copy.notYours);
  expect(items().nth(1).getByText(suspension.label).elements()).toEqual([]);
  await expect.element(items().nth(1).getByText(copy.decline).first()).toBeVisible();
  await expect.element(items().nth(2)).toMatchTextContent(copy.asked(null));
  expect(items().nth(2).getByText(copy.decline).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: copy.more(3, 30) })).toBeVisible();
});

it('approves without a reason, and the row leaves the list', async () => {
  show([refund]);
  await page.getByText(refund.label).first().click();
  const sent = vi.spyOn(globalThis, 'fetch');
  on({ ...approveApproval, path: '/ops/approvals/a/approve' }, () => {
    succeed(listApprovals, { message: 'Approvals.', data: { approvals: [], total: 0, hasFourEyes: true } });
    return Response.json({ message: 'Done: Approve the refund.' });
  });
  await page.getByRole('button', { name: refund.label }).click();
  await expect.element(page.getByText(copy.empty)).toBeVisible();
  expect(sent).toHaveBeenCalledWith(
    expect.stringContaining('/ops/approvals/a/approve'),
    expect.objectContaining({ method: 'POST' }),
  );
});

it('keeps the typed reason when another operator was faster', async () => {
  show([suspension]);
  await page.getByText(copy.decline).first().click();
  await page.getByLabelText('Reason', { exact: true }).fill('Too harsh');
  on({ ...declineApproval, path: '/ops/approvals/b/decline' }, () =>
    Response.json({ message: 'Another operator has just decided this.' }, { status: 409 }),
  );
  await page.getByRole('button', { name: copy.decline }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another operator has just decided this.');
  await expect.element(page.getByLabelText('Reason', { exact: true })).toHaveValue('Too harsh');
});
