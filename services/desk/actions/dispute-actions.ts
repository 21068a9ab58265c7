import type { EntityManager } from 'typeorm';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { acceptDispute as accept, requestAnswer } from '#services/disputes/request-answer.ts';
import { conflict } from '#services/platform/errors.ts';
import type { ActionContext, CaseAction } from './case-action.ts';
import { paymentOf, requirePayment, sampleObstacle } from './payment-of.ts';

/** Fights a dispute with the evidence that is drafted from our records. */
export const fightDispute: CaseAction = {
  name: 'fight-dispute',
  kinds: ['dispute'],
  label: 'Fight the dispute',
  hint: 'Sends the bank a PDF with payment, course, delivery and dates. One answer is possible.',
  isFinal: true,
  fields: [
    {
      name: 'message',
      label: 'Message to the bank',
      hint: 'In one or two sentences.',
      type: 'text',
      isRequired: true,
    },
  ],
  appliesTo: isWaiting,
  obstacle: sampleObstacle,
  async run(manager, context, { message = '' }) {
    const answer = { disputeId: await findWaiting(manager, context), operatorId: context.operator.id };
    await requestAnswer(manager, { ...answer, answer: 'fight', message });
    return `Fought: ${message}`;
  },
};

/** Accepts a dispute, where one operator may: the payer gets the money back. */
export const acceptDispute: CaseAction = {
  ...fightDispute,
  name: 'accept-dispute',
  label: 'Accept the dispute',
  hint: 'The payer gets the disputed money back. One answer is possible. With two pairs of eyes another operator approves it first.',
  appliesTo: (context) => isWaiting(context) && !isAcceptanceRequested(context),
  async run(manager, context, { message = '' }, { config }) {
    const input = {
      disputeId: await findWaiting(manager, context),
      operatorId: context.operator.id,
      message,
    };
    const sent = await accept(manager, input, config.hasFourEyes);
    return sent === undefined ? `Waits for a second operator: ${message}` : `Accepted: ${sent}`;
  },
};

/** Approves that a dispute is accepted, which another operator asked for. */
export const approveAcceptance: CaseAction = {
  ...acceptDispute,
  name: 'approve-acceptance',
  label: 'Approve accepting the dispute',
  hint: 'Accepts the dispute with the message of the operator who asked for it: the payer gets the disputed money back.',
  fields: [],
  appliesTo: (context) => isWaiting(context) && isAcceptanceRequested(context),
};

async function findWaiting(manager: EntityManager, context: ActionContext): Promise<string> {
  const dispute = await manager.findOneBy(DisputeEntity, {
    paymentId: requirePayment(context),
    status: 'awaiting_merchant',
  });
  if (!dispute) throw conflict('No dispute of this payment waits for an answer.');
  return dispute.id;
}

function isWaiting(context: ActionContext): boolean {
  const dispute = paymentOf(context)?.dispute;
  return dispute?.status === 'awaiting_merchant' && dispute.answer === null;
}

function isAcceptanceRequested(context: ActionContext): boolean {
  return Boolean(paymentOf(context)?.dispute?.acceptRequestedBy);
}
