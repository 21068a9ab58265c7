import { describe, expect, it } from 'vitest';
import { type DeliveryStep, deliverySteps, describeDelivery, findDeliverySteps } from './delivery-steps.ts';

const day = (date: number) => new Date(Date.UTC(2026, 0, date, 10));
const draftedAt = day(31);
const noTimes = { boughtAt: null, handedOverAt: null, codeSeenAt: null, redeemedAt: null };

/** The step that an entry follows on, and what a bank reads of a delivery that came as far as it. */
const sentences: Record<DeliveryStep['step'], [earlier: DeliveryStep['step'][], sentence: string]> = {
  'purchase.bought': [[], 'The course was bought on 1 January 2026 at 10:00.'],
  'purchase.handed_over': [
    ['purchase.bought'],
    'The course was bought on 1 January 2026 at 10:00 and handed over to the learner on 2 January 2026 at 10:00.',
  ],
  'purchase.code_seen': [
    ['purchase.bought', 'purchase.handed_over'],
    'The course was bought on 1 January 2026 at 10:00 and handed over to the learner on 2 January 2026 at 10:00.',
  ],
  'purchase.not_received': [
    ['purchase.bought', 'purchase.handed_over'],
    'The course was handed over on 2 January 2026 at 10:00 to the learner, who reported on 3 January 2026 at 10:00 that it had not arrived.',
  ],
  'purchase.queued': [
    ['purchase.bought'],
    'The course was to be bought again since 2 January 2026 at 10:00, and had not been by 31 January 2026 at 10:00.',
  ],
  'purchase.failed': [[], 'The purchase ended without the course on 1 January 2026 at 10:00.'],
  'purchase.enrolled': [
    ['purchase.bought', 'purchase.handed_over'],
    'The learner was enrolled in the course on 3 January 2026 at 10:00.',
  ],
  'payment.reversed': [[], 'All of the payment was given back on 1 January 2026 at 10:00.'],
};

const entriesOf = (...steps: string[]) =>
  steps.map((action, index) => ({ action, createdAt: day(index + 1) }));

describe('the delivery in the evidence', () => {
  it.each(Object.keys(deliverySteps) as DeliveryStep['step'][])('is dated as far as %s', (step) => {
    const [earlier, sentence] = sentences[step];
    const steps = findDeliverySteps(entriesOf(...earlier, step), noTimes);
    expect(describeDelivery(steps, draftedAt)).toBe(sentence);
  });

  it('says until when a course was not bought', () => {
    expect(describeDelivery([], draftedAt)).toBe(
      'The course had not been bought by 31 January 2026 at 10:00.',
    );
  });

  it('still names the enrolment after the money was given back', () => {
    const steps = findDeliverySteps(entriesOf('purchase.enrolled', 'payment.reversed'), null);
    expect(describeDelivery(steps, draftedAt)).toContain('was enrolled in the course on 1 January');
  });

  it('has the earlier order of a purchase that was started over, which its row has forgotten', () => {
    const acts = ['purchase.bought', 'purchase.queued', 'purchase.bought', 'purchase.overrun_approved'];
    const steps = findDeliverySteps(entriesOf(...acts), { ...noTimes, boughtAt: day(3) });
    expect(steps).toEqual([
      { step: 'purchase.bought', at: day(1) },
      { step: 'purchase.queued', at: day(2) },
      { step: 'purchase.bought', at: day(3) },
    ]);
    expect(describeDelivery(steps, draftedAt)).toBe('The course was bought on 3 January 2026 at 10:00.');
  });

  it('is in the order of its steps where entries have one time, and from the row where the log has nothing', () => {
    const entries = ['purchase.handed_over', 'purchase.bought'].map((action) => ({
      action,
      createdAt: day(1),
    }));
    const steps = findDeliverySteps(entries, { ...noTimes, redeemedAt: day(2) });
    expect(steps.map(({ step }) => step)).toEqual([
      ...['purchase.bought', 'purchase.handed_over', 'purchase.enrolled'],
    ]);
  });
});
