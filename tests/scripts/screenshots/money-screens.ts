import type { Page } from 'playwright-core';
import type { CaseKind } from '#contracts/cases/cases.ts';
import { type CaseDetails, getCase } from '#contracts/desk/desk.ts';
import { type DeskPledgePage, listDeskPledges } from '#contracts/desk/desk-money.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { acceptDispute, approveAcceptance } from '#services/desk/actions/dispute-actions.ts';
import {
  approveRequestedRefund,
  refundPayment,
  withdrawRequestedRefund,
} from '#services/desk/actions/payment-actions.ts';
import { confirmTheProof } from '#services/desk/actions/proof-actions.ts';
import { purchaseActions } from '#services/desk/actions/purchase-actions.ts';
import { desk, mine } from './desk-screens.ts';
import { presented } from './presented.ts';
import { patch, type Screen } from './screen.ts';

type Payment = CaseDetails['payments'][number];

const fromTheFund =
  '₦20,018 go back to the payer: ₦20,000 from the completion fund, because it is spent, ₦18 of service fees. The fund has ₦1,100, and is overdrawn by ₦18,900 afterwards.';
const anyOther = 'Another operator approves it: Ada Lovelace, Grace Hopper.';
const lead = 'It is more than ₦100,000, so a lead approves it: Katherine Johnson.';
const amount = { minor: 2_001_800, currency: 'NGN' };
const waiting: Payment['refunds'][number] = {
  origin: 'operator',
  status: 'pending',
  amount,
  reason: 'The learner has bought the course elsewhere meanwhile.',
  isApproved: false,
  isRest: false,
  isOwed: false,
  requestedBy: 'Ada Lovelace',
  requestedById: null,
  failureReason: null,
};
const dispute: NonNullable<Payment['dispute']> = {
  id: '00000000-0000-4000-8000-000000000008',
  status: 'awaiting_merchant',
  outcome: null,
  evidence: 'draft',
  answer: null,
  amount,
  category: 'chargeback',
  dueAt: new Date(Date.now() + 9 * hourMs).toISOString(),
  message: null,
  answeredBy: null,
  answeredAt: null,
  acceptRequestedBy: null,
};
type Purchase = NonNullable<CaseDetails['purchase']>;
const bought: Partial<Purchase> = {
  status: 'bought',
  orderNumber: 'CO-2026-004711',
  spent: { minor: 2_000_000, currency: 'NGN' },
};

const openForm = (label: string) => async (page: Page) => {
  await page.locator('section[aria-labelledby="case-actions"] summary', { hasText: label }).first().click();
};

interface Acted {
  action: { label: string };
  actions: CaseDetails['actions'];
  purchase?: Partial<Purchase>;
  payment?: Partial<Payment>;
}

/** An own case with one form open; purchase and first payment are those of the sample with these fields. */
const acted = (name: string, id: string, { action, actions, purchase, payment }: Acted): Screen =>
  desk(name, `/ops/case?id=${id}`, {
    prepare: (page) =>
      patch(page, getCase, ({ data }) => {
        Object.assign(mine(data), { actions });
        if (data.purchase) Object.assign(data.purchase, purchase);
        if (data.payments[0]) Object.assign(data.payments[0], payment);
      }),
    act: openForm(action.label),
  });

const offered = (actions: Parameters<typeof presented>[0], notice: string) =>
  presented(actions).map((action) => ({ ...action, notice }));
const endPurchase = purchaseActions.filter(({ name }) => name === 'end-purchase');

function addPledges({ data }: { data: DeskPledgePage }): void {
  const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  const groups = ['Nurses in Kenya', 'Young women who learn data science in Ghana and Nigeria', 'Refugees'];
  data.pledges = groups.map((targetGroup, place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    amount: { minor: 125_050 * (place + 1), currency: place === 1 ? 'NGN' : 'USD' },
    targetGroup,
    note: place === 1 ? 'In memory of our mother. Please write to us when the group is chosen.' : null,
    status: place === 2 ? 'withdrawn' : 'pledged',
    sponsor: { id: '00000000-0000-4000-8000-000000000009', name: 'Olu Sample' },
    createdAt: at(place * 9 + 1),
  }));
  data.totals = [
    { minor: 250_100, currency: 'NGN' },
    { minor: 125_050, currency: 'USD' },
  ];
}

/** Returns the screens of what moves money at the desk: its cost, its approval, filed proofs and pledges. */
export function moneyScreens(caseOf: (kind: CaseKind) => string | undefined): Screen[] {
  const purchase = caseOf('purchase') ?? '';
  return [
    acted('act-refund', purchase, {
      action: refundPayment,
      actions: offered([refundPayment], `${fromTheFund}\n${anyOther}`),
      purchase: bought,
    }),
    acted('act-refund-approval', purchase, {
      action: approveRequestedRefund,
      actions: offered([approveRequestedRefund, withdrawRequestedRefund], `${fromTheFund}\n${lead}`),
      payment: { refunds: [waiting] },
    }),
    acted('act-dispute', purchase, {
      action: acceptDispute,
      actions: offered([acceptDispute], `${fromTheFund}\n${lead}`),
      payment: { dispute },
    }),
    acted('act-dispute-approval', purchase, {
      action: approveAcceptance,
      actions: offered([approveAcceptance], `${fromTheFund}\n${anyOther}`),
      payment: { dispute: { ...dispute, acceptRequestedBy: 'Ada Lovelace' } },
    }),
    acted('act-proof', purchase, {
      action: confirmTheProof,
      actions: offered([confirmTheProof], `${fromTheFund}\n${anyOther}`),
      purchase: { proofAt: new Date(Date.now() - hourMs).toISOString() },
    }),
    acted('act-order-without-payment', purchase, {
      action: { label: 'End the purchase' },
      actions: offered(
        endPurchase,
        'The payment was given back before the course was handed over. Cancel order CO-2026-004711 at the platform first: what it does not give back of ₦20,000 is borne by the completion fund.',
      ),
      purchase: bought,
    }),
    desk('act-pledges', '/ops/money?view=pledges', {
      prepare: (page) => patch(page, listDeskPledges, addPledges),
    }),
  ];
}
