import type { EntityManager } from 'typeorm';
import { currencies, formatMinor } from '#contracts/money.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { disputeDueAt } from '#services/disputes/disputes.ts';
import { incidentCaseKinds, incidentTitle } from '#services/payments/incidents.ts';
import {
  PaymentEntity,
  type ProviderIncident,
  ProviderIncidentEntity,
} from '#services/payments/payment.entity.ts';
import { reportOf } from '#services/providers/reports.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { caseLink, formatMinute, type Mails, operatorsAddress } from '../../mail/mail-composer.ts';

const nextSteps: Record<ProviderIncident['kind'], string> = {
  dispute:
    'A dispute that is not answered in time is accepted automatically, and the money is taken from the balance. The time is counted in business hours; public holidays are not subtracted. Please answer it on the desk.',
  refund: 'Our records follow the provider by themselves. Please look at the case on the desk.',
  rejected_transfer:
    'The payer paid too late or another amount, and the provider has sent the money back. The payer may write to us.',
};

export const providerIncidentMails = {
  /** Composes the mail to the operators about a refund, a dispute or a rejected transfer. */
  'provider-incident': async (id, context) => {
    const { manager, config } = context;
    const incident = await manager.findOneBy(ProviderIncidentEntity, { id });
    const address = incident && (await operatorsAddress(context));
    if (!incident || !address) return undefined;
    const { event, kind, reference } = incident;
    const payment =
      incident.paymentId && (await manager.findOneBy(PaymentEntity, { id: incident.paymentId }));
    const request = payment && (await manager.findOneBy(HelpRequestEntity, { id: payment.requestId }));
    const title = incidentTitle(reportOf(event));
    const dueAt = await answerBy(manager, incident);
    const facts: [label: string, value: string | null | undefined][] = [
      ['Event', event],
      ['Reference', reference ?? 'none'],
      ['Number at the provider', incident.providerId],
      ['State', incident.status],
      ['Amount', amountText(incident)],
      ['Answer by', dueAt && formatMinute(dueAt)],
      ['Detail', incident.detail],
      ['Course', request ? request.courseTitle : undefined],
      [
        'We were paid',
        payment ? formatMinor(payment.capturedMinor ?? payment.amountMinor, payment.currency) : undefined,
      ],
      ['Payment', payment ? payment.status : 'not one of ours'],
    ];
    return {
      ...address,
      subject: payment ? `${title}: ${payment.reference}` : title,
      title,
      preheader: `${event} ${reference ?? ''}`.trim(),
      blocks: [
        { facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])) },
        nextSteps[kind],
      ],
      action: await caseLink(manager, incidentCaseKinds[kind], [incident.paymentId, incident.id], config),
    };
  },
} satisfies Mails;

/** Returns until when a dispute must be answered: as stored, or else as it will be; null for one that is resolved. */
async function answerBy(manager: EntityManager, incident: ProviderIncident): Promise<Date | null> {
  const { kind, event, providerId, currency, createdAt, dueAt } = incident;
  if (kind !== 'dispute' || reportOf(event) === 'dispute_resolved') return null;
  const stored = providerId && (await manager.findOneBy(DisputeEntity, { providerId }));
  if (stored) return stored.dueAt;
  const computed = disputeDueAt(createdAt, currency ?? '');
  return dueAt && dueAt < computed ? dueAt : computed;
}

function amountText({ amountMinor, currency }: ProviderIncident): string | undefined {
  if (amountMinor === null) return undefined;
  if (!currency)
    return `${formatMinor(amountMinor, '').slice(1)}, in a currency that the provider does not name`;
  const amount = formatMinor(amountMinor, currency);
  // The specification's symbol for other currencies is #, which does not say which one the provider reports.
  return (currencies as readonly string[]).includes(currency) ? amount : `${currency} ${amount.slice(1)}`;
}
