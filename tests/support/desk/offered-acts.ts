import * as desk from '#contracts/desk/desk.ts';
import { type ApprovalView, approveApproval, declineApproval } from '#contracts/desk/desk-approvals.ts';
import { hourMs } from '#contracts/durations.ts';
import type { Random } from '#tests/faults/rig/random.ts';
import { callDesk, type TestOperator } from '../people/operators.ts';

/** An operator of the desk as the page knows them. */
export interface DeskOperator extends TestOperator {
  name: string;
  isLead: boolean;
}

/** An act that the page of a case offers an operator. */
export interface OfferedAct {
  name: string;
  send(): Promise<{ status: number; body: { message: string } }>;
}

/** Reads the page of a case. */
export async function readCase(url: string, id: string, { cookie }: TestOperator): Promise<desk.CaseDetails> {
  return (await callDesk(url, desk.getCase, { params: { id } }, cookie)).body.data;
}

/** Returns every act that the page of a case offers this operator, with values that its form accepts. */
export function offeredActs(
  { url, random, team }: { url: string; random: Random; team: readonly DeskOperator[] },
  shown: desk.CaseDetails,
  me: DeskOperator,
): OfferedAct[] {
  const params = { id: shown.id };
  const { cookie } = me;
  const reason = 'For a reason';
  const isClosed = shown.status === 'closed';
  const isOwn = !isClosed && shown.isMine;
  const act = (name: string, isOffered: boolean, send: OfferedAct['send']) =>
    isOffered ? [{ name, send }] : [];
  const others = team.filter(({ id }) => id !== shown.owner?.id && !shown.excluded.includes(id));
  const to = others[random.between(0, others.length - 1)]?.id ?? '';
  const until = new Date(Date.now() + random.between(1, 9) * hourMs).toISOString();
  const on = random.pick(['learner', 'sponsor', 'provider', 'bank', 'reporter'] as const);
  const note = { note: 'Seen' };
  const end = shown.endObstacle === null;
  return [
    ...act('claim', !isClosed && !shown.owner && !shown.excluded.includes(me.id), () =>
      callDesk(url, desk.claimCase, { params }, cookie),
    ),
    ...act('release', isOwn || (!isClosed && me.isLead && shown.owner !== null), () =>
      callDesk(url, desk.releaseCase, { params, body: { reason } }, cookie),
    ),
    ...act('assign', !isClosed && me.isLead && to !== '', () =>
      callDesk(url, desk.assignCase, { params, body: { to, reason } }, cookie),
    ),
    ...act('hand over', isOwn && !me.isLead && to !== '', () =>
      callDesk(url, desk.waitForCase, { params, body: { on: 'operator', to, reason } }, cookie),
    ),
    ...act('wait', isOwn, () =>
      callDesk(url, desk.waitForCase, { params, body: { on, until, reason } }, cookie),
    ),
    ...act('note', !isClosed, () => callDesk(url, desk.noteCase, { params, body: note }, cookie)),
    ...act('close', isOwn && end, () =>
      callDesk(url, desk.closeCase, { params, body: { outcome: 'done', reason } }, cookie),
    ),
    ...act('reopen', isClosed && end, () =>
      callDesk(url, desk.reopenCase, { params, body: { reason } }, cookie),
    ),
    ...(isOwn ? shown.actions : [])
      .filter(
        ({ name, obstacle }) => obstacle === null && !shown.approvals.some(({ action }) => action === name),
      )
      .map(({ name, fields }) => ({
        name,
        send: () => {
          const values = valuesOf(fields, shown, random);
          return callDesk(url, desk.runCaseAction, { params, body: { action: name, values } }, cookie);
        },
      })),
    ...shown.approvals.flatMap((approval) => approvalActs(url, approval, me)),
  ];
}

function approvalActs(url: string, approval: ApprovalView, { cookie, name }: DeskOperator): OfferedAct[] {
  const { id, kind, mayApprove, mayDecline, askedBy } = approval;
  if (mayApprove && askedBy === name) throw new Error(`${name} may approve the ${kind} that they asked for`);
  const call = (contract: typeof approveApproval | typeof declineApproval) => () =>
    callDesk(url, contract, { params: { id }, body: { reason: 'Seen' } }, cookie);
  return [
    ...(mayApprove ? [{ name: `approve ${kind}`, send: call(approveApproval) }] : []),
    ...(mayDecline ? [{ name: `decline ${kind}`, send: call(declineApproval) }] : []),
  ];
}

/** Values that an operator would type where the name of the field says more than its type. */
const typed: Record<string, (action: readonly string[], shown: desk.CaseDetails) => string> = {
  charged: () => '20000',
  currency: () => 'NGN',
  exchangeRate: () => '',
  redeemBy: () => '',
  code: (_, { request }) => (request?.delivery === 'enrolment-code' ? 'CODE-1' : ''),
  // Up to 115 % an operator approves, above it the payer decides.
  price: (names) => (names.includes('message') ? '24000' : '21600'),
};

function valuesOf(
  fields: desk.CaseActionView['fields'],
  shown: desk.CaseDetails,
  random: Random,
): Record<string, string> {
  const names = fields.map(({ name }) => name);
  const textFor = ({ name, choices = [] }: (typeof fields)[number]) =>
    typed[name]?.(names, shown) ??
    choices[random.between(0, choices.length - 1)]?.value ??
    'Because it is so';
  return Object.fromEntries(fields.map((field) => [field.name, textFor(field)]));
}
