import { PendingApprovalEntity } from '#services/cases/cases.entity.ts';
import type { Dispute } from '#services/disputes/dispute.entity.ts';
import { findAcceptableMinor, findCurrentDispute } from '#services/disputes/disputes.ts';
import {
  acceptDispute as accept,
  acceptance,
  rejectUnlessAcceptable,
  requestAnswer,
} from '#services/disputes/request-answer.ts';
import { conflict } from '#services/platform/errors.ts';
import { approvalObstacle } from '../approvals/approval-obstacle.ts';
import {
  type ActionClient,
  type ActionContext,
  type CaseAction,
  defineAction,
  field,
  once,
  paymentOf,
  refusalOf,
  requirePayment,
  sampleObstacle,
} from './case-action.ts';
import { describeGuardedReturn } from './payment-actions.ts';

const shared = {
  isFinal: true,
  fields: [field('text', 'message', 'Message to the bank', 'In one or two sentences.')],
  obstacle: sampleObstacle,
} satisfies Partial<CaseAction>;

/** Fights a dispute with the evidence that is drafted from our records. */
export const fightDispute = defineAction(['dispute'], {
  ...shared,
  name: 'fight-dispute',
  hint: 'Sends the bank a PDF with payment, course, delivery and dates. One answer is possible.',
  appliesTo: isWaiting,
  async run(manager, context, { message = '' }) {
    const { id: disputeId } = await requireDispute(manager, context);
    const answer = { disputeId, operatorId: context.operator.id };
    await requestAnswer(manager, { ...answer, answer: 'fight', message });
    return `Fought: ${message}`;
  },
});

/** Accepts a dispute, where one operator may: the payer gets the money back. */
export const acceptDispute = defineAction(['dispute'], {
  ...shared,
  name: 'accept-dispute',
  hint: 'The payer gets the disputed money back. One answer is possible. With two pairs of eyes another operator approves it first.',
  appliesTo: (context) => isWaiting(context) && !isAcceptanceRequested(context),
  obstacle: async (context, client) =>
    sampleObstacle(context) ??
    refusalOf(async () => {
      const { acceptableMinor } = await readDispute(context, client);
      rejectUnlessAcceptable(paymentOf(context)?.status, acceptableMinor);
    }),
  notice: describeAcceptance,
  async run(manager, context, { message = '' }) {
    const { id: disputeId } = await requireDispute(manager, context);
    const input = { disputeId, caseId: context.case.id, operatorId: context.operator.id, message };
    const sent = await accept(manager, input, context.approval);
    return sent === undefined ? `Waits for a second operator: ${message}` : `Accepted: ${sent}`;
  },
});

/** Approves that a dispute is accepted, which another operator asked for. */
export const approveAcceptance = defineAction(['dispute'], {
  ...shared,
  name: 'approve-acceptance',
  hint: 'Accepts the dispute with the message of the operator who asked for it: the payer gets the disputed money back.',
  fields: [],
  isForEveryone: true,
  appliesTo: (context) => isWaiting(context) && isAcceptanceRequested(context),
  obstacle: async (context, client) =>
    (await acceptDispute.obstacle?.(context, client)) ?? (await mayApproveObstacle(context, client)),
  notice: describeAcceptance,
  run: acceptDispute.run,
});

const mayApproveObstacle = approvalObstacle('accept_dispute');

async function requireDispute(client: ActionClient, context: ActionContext): Promise<Dispute> {
  const dispute = await findCurrentDispute(client, requirePayment(context));
  if (!dispute) throw conflict('This payment has no dispute.');
  return dispute;
}

/** Reads the dispute of a payment, and what accepting it gives back. */
const readDispute = once(async (context, client) => {
  const dispute = await requireDispute(client, context);
  return { ...dispute, acceptableMinor: await findAcceptableMinor(client, dispute) };
});

/** Returns what accepting the dispute costs, and who approves it. */
async function describeAcceptance(client: ActionClient, context: ActionContext): Promise<string | undefined> {
  const { id, paymentId, currency, acceptableMinor: amountMinor } = await readDispute(context, client);
  const waiting = await client.getRepository(PendingApprovalEntity).findOneBy(acceptance(id));
  const requestedById = waiting?.requestedById ?? context.operator.id;
  const amount = { requestedById, amountMinor, currency };
  return describeGuardedReturn(client, context.approval, { ...amount, paymentId });
}

function isWaiting(context: ActionContext): boolean {
  const dispute = paymentOf(context)?.dispute;
  return dispute?.status === 'awaiting_merchant' && dispute.answer === null;
}

function isAcceptanceRequested(context: ActionContext): boolean {
  return Boolean(paymentOf(context)?.dispute?.acceptRequestedBy);
}
