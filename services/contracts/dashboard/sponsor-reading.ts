import { moneyRules } from '../payments/money-rules.ts';
import type { RefundStatus } from '../payments/payment-status.ts';
import { isOpen } from '../requests/request-status.ts';
import {
  type PurchaseFacts,
  paymentGivenBack,
  type Reading,
  type RequestFacts,
  type RequestState,
  requestStateOf,
  stepNames,
} from './request-state.ts';
import type { SponsoredRequest } from './sponsored.ts';

/** What a sponsor can do in some state of a payment, as the names of the buttons. */
export type SponsorButton = 'continue-payment' | 'check-payment' | 'enter-account' | 'decide' | 'proof';

export type SponsorReading = Reading<SponsorButton>;

/** States of a payment that was not approved. */
type PaymentState =
  | 'payment-pending'
  | 'payment-failed'
  | 'payment-abandoned'
  | 'payment-review'
  | 'payment-too-late';
/** Where a sponsor's payment stands: before its approval, and then its course. */
export type SponsorState =
  | PaymentState
  | Exclude<
      RequestState,
      'pending' | 'reserved' | 'waiting' | 'guardian' | 'paused' | 'rejected' | 'on-hold' | 'withdrawn'
    >;

const paid = { badge: stepNames.paid, colour: 'good', step: 'bought', buttons: ['proof'] } as const;
const refunding = { badge: stepNames.refunding, colour: 'warn', step: 'refunding', buttons: [] } as const;
const back = 'You get all of your money back, the same way you paid.';

/** What a sponsor reads in each state of a payment. */
export const sponsorReadings: Readonly<Record<SponsorState, SponsorReading>> = {
  'payment-pending': {
    badge: stepNames.paymentPending,
    colour: 'wait',
    step: 'paymentPending',
    sentence: 'We have not heard from the payment provider yet. Nothing is lost.',
    buttons: ['continue-payment', 'check-payment'],
  },
  'payment-failed': {
    badge: stepNames.paymentFailed,
    colour: 'warn',
    step: 'paymentFailed',
    sentence:
      'Your card or bank declined the payment; nothing was charged. You can continue with another card while the payment page is open.',
    buttons: ['continue-payment'],
  },
  'payment-abandoned': {
    badge: stepNames.paymentAbandoned,
    colour: 'warn',
    step: 'paymentAbandoned',
    sentence: 'You left the payment page before the end. Nothing was taken.',
    buttons: [],
  },
  'payment-review': {
    badge: stepNames.paymentReview,
    colour: 'warn',
    step: 'paymentReview',
    sentence:
      'We received something that we did not expect, and a person is looking into it. You need not do anything.',
    buttons: [],
  },
  'payment-too-late': {
    ...refunding,
    sentence: `Your payment came after this request was funded, changed or withdrawn. ${back}`,
  },
  buying: {
    ...paid,
    sentence: 'We buy the course now, and write to you once the learner confirms being enrolled.',
  },
  'price-question': {
    ...paid,
    badge: 'Your decision, please',
    colour: 'warn',
    // The question itself stands in a notice with both answers.
    sentence: '',
    buttons: ['decide', 'proof'],
  },
  disputed: {
    ...paid,
    colour: 'wait',
    sentence: 'A bank has asked about this payment. We buy the course when that is settled.',
  },
  bought: {
    ...paid,
    step: 'handedOver',
    sentence:
      'The course is bought. We hand it over, and write to you once the learner confirms being enrolled.',
  },
  'handed-over': {
    ...paid,
    step: 'enrolled',
    sentence: 'The learner has the course. We write to you once they confirm being enrolled.',
  },
  'not-bought': { ...refunding, sentence: `The course could not be bought. ${back}` },
  refunding: { ...refunding, sentence: back },
  refunded: {
    ...refunding,
    badge: stepNames.refunded,
    step: 'refunded',
    sentence: paymentGivenBack,
  },
  enrolled: {
    badge: stepNames.enrolled,
    colour: 'good',
    step: 'completed',
    sentence: 'The learner is enrolled. We write to you when they have finished.',
    buttons: ['proof'],
  },
  completed: {
    badge: stepNames.completed,
    colour: 'good',
    step: 'completed',
    sentence: 'The learner has finished this course. Thank you!',
    buttons: ['proof'],
  },
};

/**
 * Texts about a refund, by its status; `{amount}` comes back.
 * @internal For the drawn page and tests.
 */
export const refundSentences: Readonly<Record<RefundStatus, string>> = {
  pending: 'We are giving {amount} back to you, the same way you paid.',
  processing: `{amount} is on its way back to you. It can take up to ${moneyRules.bankDays} working days until your bank shows it.`,
  needs_attention:
    'Your bank did not take the refund of {amount}. Please tell us an account that it can go to.',
  processed: '{amount} was given back to you.',
  failed: 'The refund of {amount} did not work. We are looking into it and will write to you.',
};

/** All that decides what a sponsor reads about one of their payments. */
export interface SponsorFacts {
  status: RequestFacts['status'];
  purchase: PurchaseFacts | null;
  /** The latest refund of the payment. */
  payment: { outcome: SponsoredRequest['payment']['outcome']; refund: { status: RefundStatus } | null };
  /** A proof that operators check, or whose rejection has a reason. */
  isProofFiled: boolean;
  proofRejection: string | null;
}

/** Returns where a sponsor's payment stands: what became of the course of another payment is not shown. */
export function sponsorStateOf({
  status,
  purchase,
  payment,
}: Pick<SponsorFacts, 'status' | 'purchase'> & {
  payment: Pick<SponsorFacts['payment'], 'outcome'>;
}): SponsorState {
  switch (payment.outcome) {
    case 'success': {
      const state = requestStateOf({ status, purchase, review: null });
      return state in sponsorReadings ? (state as SponsorState) : 'buying';
    }
    case 'reversed':
      return 'refunded';
    case 'refund_due':
      return 'payment-too-late';
    case 'needs_review':
      return 'payment-review';
    default:
      return `payment-${payment.outcome}`;
  }
}

/** Returns what a sponsor reads about a payment. A refund, then a proof, comes before what else would be said. */
export function sponsorReading(facts: SponsorFacts): SponsorReading {
  const { status, payment, isProofFiled, proofRejection } = facts;
  const reading = sponsorReadings[sponsorStateOf(facts)];
  const refund = payment.refund?.status;
  const isUnderWay = refund !== undefined && refund !== 'processed' && refund !== 'failed';
  return {
    ...reading,
    sentence: refund
      ? refundSentences[refund]
      : isProofFiled
        ? 'Thank you for the proof of enrolment. We check it and write to you.'
        : proofRejection
          ? 'We could not accept your proof of enrolment: {reason} You can add another one; if you did not buy the course yourself, you need not do anything.'
          : reading.sentence,
    buttons: [
      ...reading.buttons.filter(
        (button) => (button !== 'continue-payment' || isOpen(status)) && (button !== 'proof' || !isUnderWay),
      ),
      ...(refund === 'needs_attention' ? (['enter-account'] as const) : []),
    ],
  };
}
