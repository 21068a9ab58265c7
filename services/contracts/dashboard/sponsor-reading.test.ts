import { expect, it } from 'vitest';
import { requestFacts } from '#tools/structure/draw-request-states.ts';
import { paymentOutcomes, refundStatuses } from '../payments/payment-status.ts';
import { learnerReadings } from './learner-reading.ts';
import { fillSentence, requestStateOf } from './request-state.ts';
import {
  refundSentences,
  type SponsorFacts,
  sponsorReading,
  sponsorReadings,
  sponsorStateOf,
} from './sponsor-reading.ts';

const outcomes = [...paymentOutcomes, 'refund_due'] as const;
const proof = { isProofFiled: false, proofRejection: null };
const all: readonly SponsorFacts[] = requestFacts
  .filter(({ review }) => review === null)
  .flatMap(({ status, purchase }) =>
    outcomes.flatMap((outcome) =>
      [null, ...refundStatuses].map((refund) => ({
        ...{ status, purchase, ...proof },
        payment: { outcome, refund: refund && { status: refund } },
      })),
    ),
  );

it('all combinations have the state of the payment, and of the course once it is approved', () => {
  const expected = {
    pending: 'payment-pending',
    failed: 'payment-failed',
    abandoned: 'payment-abandoned',
    needs_review: 'payment-review',
    refund_due: 'payment-too-late',
    reversed: 'refunded',
  } as const;
  const wrong = all.filter((facts) => {
    const { outcome } = facts.payment;
    const course = requestStateOf({ ...facts, review: null });
    // An approved payment whose request is open again is about to be returned.
    const approved = course in sponsorReadings ? course : 'buying';
    return sponsorStateOf(facts) !== (outcome === 'success' ? approved : expected[outcome]);
  });
  expect(wrong).toEqual([]);
});

it('a sentence about a refund comes first, and an open one takes away what adds a proof', () => {
  const wrong = all.filter((facts) => {
    const { refund } = facts.payment;
    if (!refund) return false;
    const { sentence, buttons } = sponsorReading(facts);
    const isOpen = ['pending', 'processing', 'needs_attention'].includes(refund.status);
    return (
      sentence !== refundSentences[refund.status] ||
      buttons.includes('enter-account') !== (refund.status === 'needs_attention') ||
      (isOpen && buttons.includes('proof'))
    );
  });
  expect(wrong).toEqual([]);
});

it('a payment is continued only while the request is open', () => {
  const wrong = all.filter((facts) => {
    const canPay = ['pending', 'failed'].includes(facts.payment.outcome);
    const isOpen = facts.status === 'pending' || facts.status === 'reserved';
    return sponsorReading(facts).buttons.includes('continue-payment') !== (canPay && isOpen);
  });
  expect(wrong).toEqual([]);
});

it('says what became of a proof', () => {
  const facts = {
    status: 'paid',
    purchase: null,
    payment: { outcome: 'success', refund: null },
    ...proof,
  } as const;
  expect(sponsorReading({ ...facts, isProofFiled: true }).sentence).toMatch(/^Thank you for the proof/);
  const { sentence } = sponsorReading({ ...facts, proofRejection: 'It is of another course.' });
  expect(fillSentence(sentence, { reason: 'It is of another course.' })).toMatch(
    'enrolment: It is of another course. You can',
  );
});

it('both people read one word for one thing', () => {
  const shared = Object.keys(sponsorReadings).filter(
    (state) => state in learnerReadings && state !== 'price-question',
  );
  for (const state of shared as (keyof typeof learnerReadings & keyof typeof sponsorReadings)[])
    expect([state, sponsorReadings[state].badge]).toEqual([state, learnerReadings[state].badge]);
  const badges = Object.values(sponsorReadings).map(({ badge }) => badge);
  expect(badges).not.toContain('Payment reversed');
  expect(sponsorReadings['payment-too-late'].badge).toBe(learnerReadings.refunding.badge);
});
