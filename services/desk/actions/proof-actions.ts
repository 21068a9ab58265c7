import { confirmProof, rejectProof } from '#services/purchases/filed-proofs.ts';
import {
  type ActionContext,
  actionOf,
  type CaseAction,
  during,
  field,
  purchaseAction,
  sampleObstacle,
} from './case-action.ts';
import { describeRefund, ownRefunds } from './payment-actions.ts';
import { heldPurchaseObstacle } from './purchase-obstacles.ts';

const shared = {
  appliesTo: (context) =>
    during('queued', 'claimed')(context) &&
    Boolean(context.subject.purchase?.proofAt) &&
    ownRefunds(context).length === 0,
} satisfies Partial<CaseAction>;

// `confirmProof` says it with the same consequence.
const differenceObstacle = ({ subject: { payments } }: ActionContext) =>
  payments.some(({ status }) => status === 'added')
    ? 'The payer has paid a difference too. End the purchase, and both payments are refunded.'
    : undefined;

/**
 * Confirms a proof that came before the course was bought, and requests the refund of the payment.
 * @internal Screenshots show it.
 */
export const confirmTheProof = purchaseAction({
  ...shared,
  obstacle: async (context, client) =>
    sampleObstacle(context) ?? (await heldPurchaseObstacle(context, client)) ?? differenceObstacle(context),
  notice: describeRefund,
  name: 'confirm-proof',
  hint: 'The sponsor has bought the course elsewhere. All of the payment is refunded; with two pairs of eyes another operator approves it first. When it is paid out, the learner is enrolled and notified, and this case is closed.',
  isFinal: true,
  fields: [field('text', 'reason', 'What the proof shows')],
  async run(manager, context, { reason = '' }) {
    const input = { ...actionOf(context), reason: reason.trim() };
    const refund = await confirmProof(manager, input, context.approval);
    return refund.approvedAt ? `Started: ${input.reason}` : `Waits for a second operator: ${input.reason}`;
  },
});

/** Rejects such a proof: its payer is told why and may add another one. */
const rejectTheProof = purchaseAction({
  ...shared,
  name: 'reject-proof',
  hint: 'The document does not show that the course was bought or the learner enrolled. It is deleted, and the sponsor gets a mail with the reason and can add another one. The course is still to be bought.',
  isFinal: true,
  fields: [field('text', 'reason', 'Reason', 'The sponsor reads it.')],
  async run(manager, context, { reason = '' }) {
    const input = { ...actionOf(context), reason: reason.trim().slice(0, 500) };
    await rejectProof(manager, input);
    return input.reason;
  },
});

/** Actions on a proof that came before the course was bought. */
export const proofActions: readonly CaseAction[] = [confirmTheProof, rejectTheProof];
