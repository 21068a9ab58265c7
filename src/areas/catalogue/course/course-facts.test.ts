import { expect, it } from 'vitest';
import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import { countText, dayText, filledStars, languageText, levelText, priceText } from './course-facts.tsx';

const cost = (status: 'Free' | 'Paid', price: number | null = null, priceUnit: string | null = null) =>
  priceText({ status, price, priceUnit } as CatalogueCourse);

it('formats a price, and an amount only when it is known', () => {
  expect(cost('Free')).toBe('Free');
  expect(cost('Paid')).toBe('Price on the platform');
  for (const [access, text] of [
    ['free-certificate', 'Free with certificate'],
    ['free-to-learn', 'Free to learn'],
  ])
    expect(priceText({ status: 'Free', access, price: null, priceUnit: null } as CatalogueCourse)).toBe(text);
  expect(cost('Paid', 19.99, 'USD')).toBe('$19.99');
  expect(cost('Paid', 20_000, 'NGN')).toBe('₦20,000');
  expect(cost('Paid', 499, 'INR')).toBe('#499 INR');
});

it.each([
  [4.99, 4],
  [5, 5],
  [0.4, 0],
])('a rating of %d fills %i stars', (rating, filled) => {
  expect(filledStars(rating)).toBe(filled);
});

it('formats levels, languages and dates', () => {
  expect(levelText('All')).toBe('All levels');
  expect([languageText('pt'), languageText('Kiswahili')]).toEqual(['Portuguese', 'Kiswahili']);
  expect(dayText('2026-11-02')).toBe('2 November 2026');
});

it('marks a capped count with a plus sign', () => {
  expect(countText({ count: 1000, isCapped: true })).toBe('1,000+');
  expect(countText({ count: 12, isCapped: false })).toBe('12');
  expect(countText({ count: null, isCapped: false })).toBe('');
});
