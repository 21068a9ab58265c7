import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { requestAnswer } from '#services/disputes/request-answer.ts';
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
  run: (manager, context, { message = '' }) => answer('fight', manager, context, message),
};

/** Accepts a dispute: the payer gets the money back. */
export const acceptDispute: CaseAction = {
  ...fightDispute,
  name: 'accept-dispute',
  label: 'Accept the dispute',
  hint: 'The payer gets the disputed money back. One answer is possible.',
  run: (manager, context, { message = '' }) => answer('accept', manager, context, message),
};

async function answer(
  kind: 'accept' | 'fight',
  manager: Parameters<CaseAction['run']>[0],
  context: Parameters<CaseAction['run']>[1],
  message: string,
): Promise<string> {
  const dispute = await manager.findOneBy(DisputeEntity, {
    paymentId: requirePayment(context),
    status: 'awaiting_merchant',
  });
  if (!dispute) throw conflict('No dispute of this payment waits for an answer.');
  await requestAnswer(manager, {
    disputeId: dispute.id,
    operatorId: context.operator.id,
    answer: kind,
    message,
  });
  return `${kind === 'fight' ? 'Fought' : 'Accepted'}: ${message}`;
}

function isWaiting(context: ActionContext): boolean {
  const dispute = paymentOf(context)?.dispute;
  return dispute?.status === 'awaiting_merchant' && dispute.answer === null;
}
