import { type DataSource, In } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard.ts';
import { toMajor } from '#contracts/money.ts';
import { findPeople } from '#services/accounts/find-people.ts';
import { outcomeOf } from '#services/payments/outcome.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { findInvitations } from '#services/requests/find-invitations.ts';
import { presentForSponsor } from '#services/requests/present-for-sponsor.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findMetRequests } from '#services/sponsorships/find-met-requests.ts';
import { SponsorshipEntity } from '#services/sponsorships/sponsorship.entity.ts';

const worthShowing = ['pending', 'approved', 'refund_due', 'needs_review', 'reversed'] as const;

/** What a sponsor has paid for or is paying for, newest first: one entry for every payment that counts. */
export async function findSponsoredRequests(db: DataSource, sponsorId: string): Promise<SponsoredRequest[]> {
  const payments = await db.getRepository(PaymentEntity).find({
    where: { payerId: sponsorId, status: In([...worthShowing]) },
    order: { createdAt: 'DESC' },
  });
  const ids = payments.map(({ requestId }) => requestId);
  const requests = await db.getRepository(HelpRequestEntity).findBy({ id: In(ids) });
  const sponsorships = await db.getRepository(SponsorshipEntity).findBy({ sponsorId, requestId: In(ids) });
  const learners = await findPeople(db, { id: In(requests.map(({ learnerId }) => learnerId)) });
  const met = await findMetRequests(db, sponsorId, ids);
  const invitations = await findInvitations(db, sponsorId, ids);
  const now = await databaseNow(db);
  return payments.flatMap((payment) => {
    const request = requests.find(({ id }) => id === payment.requestId);
    if (!request) return [];
    return {
      ...presentForSponsor(request, {
        now,
        learner: learners.get(request.learnerId),
        showsEmail: met.has(request.id),
        isInvitation: invitations.has(request.id),
      }),
      account: { email: payment.status === 'approved' ? request.accountEmail : null },
      isAnonymous: sponsorships.find(({ requestId }) => requestId === request.id)?.isAnonymous ?? true,
      payment: presentPayment(payment),
    };
  });
}

function presentPayment(payment: Payment): SponsoredRequest['payment'] {
  return {
    reference: payment.reference,
    outcome: payment.status === 'refund_due' ? 'refund_due' : outcomeOf(payment.status).outcome,
    amount: toMajor(payment.amountMinor),
    currency: payment.currency,
    paidAt: payment.settledAt?.toISOString() ?? null,
  };
}
