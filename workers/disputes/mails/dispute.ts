import { formatMinor } from '#contracts/money.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { caseLink, formatMinute, type Mails, operatorsAddress } from '../../mail/mail-composer.ts';

export const disputeMails = {
  /** Composes the mail to the operators about a dispute that waits for an answer: found by polling, or at half time. */
  'dispute-waiting': async (id, context) => {
    const { manager, config, revision } = context;
    const dispute = await manager.findOneBy(DisputeEntity, { id });
    if (dispute?.status !== 'awaiting_merchant' || dispute.answer) return undefined;
    const address = await operatorsAddress(context);
    if (!address) return undefined;
    const payment = await manager.findOneByOrFail(PaymentEntity, { id: dispute.paymentId });
    const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
    const isReminder = revision > 0;
    const title = isReminder ? 'Half of the time to answer a dispute is over' : 'A payer disputes a payment';
    return {
      ...address,
      subject: `${title}: ${payment.reference}`,
      title,
      preheader: `${payment.reference} waits for an answer.`,
      blocks: [
        {
          facts: [
            ['Reference', payment.reference],
            ['Course', request.courseTitle],
            ['Disputed', formatMinor(dispute.amountMinor, dispute.currency)],
            ['Answer by', formatMinute(dispute.dueAt)],
          ],
        },
        'A dispute that is not answered in time is accepted automatically, and the money is taken from the balance. The time is counted in business hours; public holidays are not subtracted.',
      ],
      action: await caseLink(manager, 'dispute', [payment.id], config),
    };
  },
} satisfies Mails;
