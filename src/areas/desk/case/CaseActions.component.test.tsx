import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { caseActs } from '#contracts/cases/case-acts.ts';
import {
  assignCase,
  type CaseDetails,
  getCase,
  listOpenRequests,
  releaseCase,
  runCaseAction,
  waitForCase,
} from '#contracts/desk/desk.ts';
import { viewCase } from '#contracts/desk/desk-teamwork.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { listedRequest } from '#tests/support/browser/view-fixtures.ts';
import { deskCopy } from '../desk.copy.ts';
import { CasePage } from './CasePage.tsx';
import { caseCopy as copy, openRequestsCopy } from './case.copy.ts';

const action: CaseDetails['actions'][number] = {
  name: 'fight-dispute',
  label: 'Fight the dispute',
  hint: 'Sends the evidence.',
  isFinal: true,
  fields: [
    { name: 'message', label: 'Message to the bank', type: 'text', isRequired: true },
    {
      name: 'ground',
      label: 'Ground',
      type: 'choice',
      isRequired: false,
      choices: [{ value: 'a', label: 'A' }],
    },
  ],
  obstacle: null,
  notice: '₦15,013.50 go back to the payer.',
};
const disputeCase: CaseDetails = {
  id: 'a',
  kind: 'dispute',
  summary: 'A dispute',
  status: 'claimed',
  about: 'Machine Learning',
  owner: { id: 'me', name: 'Olu Ade' },
  waitingOn: null,
  waitingFor: null,
  excluded: [],
  appealed: null,
  waitsForApproval: false,
  dueAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  occurrences: 1,
  subject: { type: 'payment', id: 'p' },
  outcome: null,
  closedReason: null,
  closedAt: null,
  isMine: true,
  endObstacle: null,
  request: null,
  person: null,
  purchase: null,
  course: null,
  payments: [],
  transaction: null,
  related: [],
  outages: [],
  history: [],
  note: null,
  thankYou: null,
  jobs: [],
  approvals: [],
  actions: [action],
};

function show(details: CaseDetails): void {
  succeed({ ...getCase, path: '/ops/cases/a' }, { message: 'The case.', data: details });
}

function openAs(isLead: boolean, details: CaseDetails): void {
  history.replaceState(null, '', '?id=a');
  show(details);
  succeed(listOperators, { message: 'Operators.', data: [] });
  succeed({ ...viewCase, path: '/ops/cases/a/viewing' }, { message: 'Viewers.', data: { others: [] } });
  succeed(getOperator, {
    message: 'You.',
    data: { id: 'me', fullName: 'Olu Ade', isLead, hasFourEyes: false, waiting: { approvals: 0, cases: 0 } },
  });
  render(<CasePage />);
}

async function open(): Promise<void> {
  openAs(false, disputeCase);
  await summary().click();
  await field().fill('The course was bought.');
}

const summary = () => page.getByRole('group').getByText(action.label).first();
const field = () => page.getByLabelText('Message to the bank');

it.each([
  ['is answered already', { ...disputeCase, actions: [] }],
  [
    'is closed',
    { ...disputeCase, actions: [], status: 'closed' as const, outcome: 'won', closedReason: 'Won.' },
  ],
])('a form keeps what was typed, and the message, when the case %s', async (_, later) => {
  await open();
  const message = 'This case changed in the meantime: the dispute is fought.';
  on({ ...runCaseAction, path: '/ops/cases/a/actions' }, () => {
    show(later);
    return Response.json({ message }, { status: 409 });
  });
  await page.getByRole('button', { name: action.label }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(`${message} ${copy.gone}`);
  await expect.element(field()).toHaveValue('The course was bought.');
  await expect.element(page.getByRole('button', { name: action.label })).toBeDisabled();
  await field().click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: copy.actions })).toHaveFocus();
});

it('Escape closes a form, returns the focus to its title, and keeps what was typed', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeVisible();
  expect(document.activeElement?.textContent).toBe(action.label);
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('The course was bought.');
});

it('a form shows what the action costs before it is done', async () => {
  await open();
  await expect.element(page.getByText('₦15,013.50 go back to the payer.')).toBeVisible();
});

it('a choice without a value says so', async () => {
  await open();
  await expect.element(page.getByLabelText('Ground')).toMatchTextContent(`${copy.choose}A`);
});

const staff = {
  email: 'operator@staff.example',
  isLead: false,
  isMe: false,
  sessions: 0,
  lastSeenAt: null,
  recoveryCodesLeft: 10,
  endedAt: null,
  absentUntil: null,
  mails: [],
};
const ofAnother = { ...disputeCase, owner: { id: 'other', name: 'Ada Obi' }, isMine: false };

it('a lead releases the case of another operator, with a reason', async () => {
  openAs(true, ofAnother);
  const label = copy.release('Ada Obi');
  await page.getByRole('group').getByText(label).first().click();
  await page.getByRole('textbox', { name: copy.why }).fill('Ada is ill.');
  const sent = vi.spyOn(globalThis, 'fetch');
  on({ ...releaseCase, path: '/ops/cases/a/release' }, () => {
    show({ ...ofAnother, owner: null, status: 'open' });
    return Response.json({ message: 'The case is back in the inbox.' });
  });
  await page.getByRole('button', { name: label }).click();
  await expect.element(page.getByRole('button', { name: deskCopy.inbox.claim })).toBeVisible();
  const body = JSON.stringify({ reason: 'Ada is ill.' });
  expect(sent).toHaveBeenCalledWith(
    expect.stringContaining('/ops/cases/a/release'),
    expect.objectContaining({ body }),
  );
});

it('a lead assigns a case to an operator who is not absent', async () => {
  openAs(true, ofAnother);
  const operator = { ...staff, id: 'olu', fullName: 'Olu Ade' };
  const absent = { ...staff, id: 'ife', fullName: 'Ife Cole', absentUntil: '2099-01-01' };
  succeed(listOperators, { message: 'Operators.', data: [operator, absent] });
  await page.getByRole('group').getByText(copy.assign).first().click();
  await expect
    .element(page.getByRole('combobox', { name: copy.assignTo }))
    .toMatchTextContent(`${copy.choose}Olu Ade`);
  await page.getByRole('combobox', { name: copy.assignTo }).selectOptions('Olu Ade');
  await page.getByRole('textbox', { name: copy.why }).fill('Ada is ill.');
  const sent = vi.spyOn(globalThis, 'fetch');
  succeed({ ...assignCase, path: '/ops/cases/a/assign' }, { message: 'The case belongs to Olu Ade now.' });
  await page.getByRole('button', { name: copy.assign }).click();
  await expect
    .poll(() => sent.mock.calls.map(([, init]) => init?.body))
    .toContain(JSON.stringify({ to: 'olu', reason: 'Ada is ill.' }));
});

it('an operator who is no lead cannot release the case of another one', async () => {
  openAs(false, ofAnother);
  await expect.element(page.getByText(copy.claimFirst)).toBeVisible();
  await expect.element(page.getByText(copy.release('Ada Obi'))).not.toBeInTheDocument();
  await expect.element(page.getByText(copy.assign)).not.toBeInTheDocument();
});

const request = {
  id: listedRequest._id,
  courseTitle: 'Machine Learning',
  platform: 'Coursera',
  link: 'https://www.coursera.org/learn/machine-learning',
  price: { minor: 4_900, currency: 'USD' },
  status: 'paid' as const,
  delivery: 'gift-to-email' as const,
  accountEmail: null,
  holds: [],
  hasPlatformLogin: false,
  invoice: null,
  motivation: 'To learn.',
  duration: 3,
  durationUnit: 'months' as const,
  socials: 'https://learner.example',
  audience: ['sponsors' as const],
  createdAt: '2026-01-01T00:00:00.000Z',
};
const purchase = {
  status: 'queued' as const,
  claimedUntil: null,
  orderNumber: null,
  spent: null,
  charged: null,
  exchangeRate: null,
  hasOrder: false,
  overrun: null,
  askedUntil: null,
  redeemBy: null,
  receiptAt: null,
  notReceivedAt: null,
  proofAt: null,
  canAddProof: true,
};

it.each([true, false])('a proof is offered as the call accepts it: %s', async (canAddProof) => {
  openAs(false, { ...disputeCase, request, purchase: { ...purchase, canAddProof } });
  await expect.element(page.getByText(openRequestsCopy.title)).toBeVisible();
  expect(page.getByRole('button', { name: caseActs.proof_added.label }).elements()).toHaveLength(
    Number(canAddProof),
  );
});

it('the open requests are loaded when they are opened, searched, and marked where they are of the case', async () => {
  openAs(false, { ...disputeCase, request });
  const listed = { currentPage: 1, totalPages: 1, totalRequests: 1, isCapped: false, data: [listedRequest] };
  succeed({ ...listOpenRequests, path: '/ops/cases/a/requests' }, { message: 'Requests.', ...listed });
  await page.getByText(openRequestsCopy.title).click();
  await expect.element(page.getByText(openRequestsCopy.total(1, false))).toBeVisible();
  await expect.element(page.getByText(openRequestsCopy.ofCase)).toBeVisible();
  succeed(
    { ...listOpenRequests, path: '/ops/cases/a/requests' },
    { message: 'Requests.', ...listed, totalRequests: 0, data: [] },
  );
  await page.getByLabelText(openRequestsCopy.search).fill('pottery');
  await expect.element(page.getByText(openRequestsCopy.empty)).toBeVisible();
});

it('an owner hands a case over to an operator, or to any', async () => {
  openAs(false, disputeCase);
  succeed(listOperators, { message: 'Operators.', data: [{ ...staff, id: 'ada', fullName: 'Ada Obi' }] });
  await page.getByRole('group').getByText(copy.handOver).first().click();
  const choice = page.getByRole('combobox', { name: copy.assignTo });
  await expect.element(choice).toMatchTextContent(`${copy.choose}${copy.anyOperator}Ada Obi`);
  const sent = vi.spyOn(globalThis, 'fetch');
  succeed({ ...waitForCase, path: '/ops/cases/a/wait' }, { message: 'The case belongs to Ada Obi now.' });
  for (const [name, to] of [
    ['Ada Obi', 'ada'],
    [copy.anyOperator, undefined],
  ] as const) {
    await choice.selectOptions(name);
    await page.getByRole('textbox', { name: copy.why }).fill('She knows it.');
    await page.getByRole('button', { name: copy.handOver }).click();
    const body = JSON.stringify({ on: 'operator', reason: 'She knows it.', to });
    await expect.poll(() => sent.mock.calls.map(([, init]) => init?.body)).toContain(body);
    await page.getByRole('group').getByText(copy.handOver).first().click();
  }
});

const appeal: CaseDetails = {
  ...disputeCase,
  ...{ kind: 'appeal', status: 'open', owner: null, isMine: false, excluded: ['me'] },
  subject: { type: 'user', id: 'u' },
  appealed: {
    ...{ decision: 'suspension', reason: 'Sold codes.', askedBy: 'Ada Obi', approvedBy: 'Olu Ade' },
    ...{ at: '2026-01-01T00:00:00.000Z', appeal: 'That was not me.', tookPart: true },
  },
};

it('an appeal shows the decision, and is not offered to an operator who took part in it', async () => {
  openAs(false, appeal);
  await expect.element(page.getByText(copy.excluded)).toBeVisible();
  await expect.element(page.getByText('Sold codes.')).toBeVisible();
  await expect.element(page.getByText('That was not me.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: deskCopy.inbox.claim })).not.toBeInTheDocument();
});

it('a lead who approved the decision reads that the answer says so', async () => {
  openAs(true, {
    ...appeal,
    status: 'claimed',
    owner: { id: 'me', name: 'Olu Ade' },
    isMine: true,
    excluded: [],
  });
  await expect.element(page.getByText(copy.appealed.tookPart)).toBeVisible();
});

it('a case whose purchase has not ended is not offered to be closed, and says why', async () => {
  const endObstacle = 'The purchase has not ended.';
  openAs(false, { ...disputeCase, endObstacle });
  await page.getByRole('group').getByText(caseActs.closed.label).first().click();
  await expect.element(page.getByText(endObstacle)).toBeVisible();
  await expect.element(page.getByRole('button', { name: caseActs.closed.label })).toBeDisabled();
});

it('a case that waits says for whom and for what', async () => {
  openAs(false, { ...disputeCase, status: 'waiting', waitingOn: 'bank', waitingFor: 'dispute' });
  await expect.element(page.getByText('Waits: The bank, decision about the dispute')).toBeVisible();
});

it('a form starts with the values that the server names, and an act that the state refuses cannot be sent', async () => {
  const obstacle = 'The purchase has not ended.';
  const currency = {
    name: 'currency',
    label: 'Currency',
    type: 'line',
    isRequired: true,
    initial: 'USD',
  } as const;
  const order = { ...action, name: 'record-order', label: 'Record the order', fields: [currency] };
  openAs(false, { ...disputeCase, actions: [order], endObstacle: obstacle });
  await page.getByText('Record the order').first().click();
  await expect.element(page.getByLabelText('Currency')).toHaveValue('USD');
  await page.getByText(caseActs.closed.label).first().click();
  await expect.element(page.getByText(obstacle)).toBeVisible();
  await expect.element(page.getByRole('button', { name: caseActs.closed.label })).toBeDisabled();
});

it('the history names acts in the words of their declaration, and unknown ones by their name', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const acts = ['record-order', 'refund_processed', 'an_earlier-act'];
  openAs(false, {
    ...disputeCase,
    history: acts.map((name) => ({ act: name, detail: '', actor: null, at })),
  });
  for (const text of [caseActs['record-order'].done, caseActs.refund_processed.done, 'an earlier act'])
    await expect.element(page.getByText(text)).toBeVisible();
});
