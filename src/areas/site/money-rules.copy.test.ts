import { expect, it } from 'vitest';
import { currencies, formatMinor, minimumPriceMinor } from '#contracts/money.ts';
import { moneyRules } from '#contracts/payments/money-rules.ts';
import { decidePrice } from '#services/purchases/contributions.ts';
import { homeCopy } from '../../pages/_home/home.copy.ts';
import { moneyAnswer, moneyTerms } from './money-rules.copy.ts';
import { termsCopy } from './terms.copy.ts';

/** Amounts, percentages and days in a text, each with its unit. */
const figuresIn = (text: string) =>
  [...text.matchAll(/[₦$£]\d[\d,.]*\d|[₦$£]\d|\d+ (?:%|working days|days)/g)].map(([figure]) => figure);
const minima = currencies.map((currency) => formatMinor(minimumPriceMinor[currency], currency));
const { answerDays, bankDays } = moneyRules;

it('the terms and questions name no other amounts and days than the server enforces', () => {
  expect(figuresIn(moneyTerms.join(' '))).toEqual([
    ...minima,
    '5 %',
    '15 %',
    `${answerDays} days`,
    `${bankDays} working days`,
  ]);
  expect(figuresIn(moneyAnswer)).toEqual([`${bankDays} working days`, ...minima]);
  const texts = [termsCopy.sections.flatMap(({ paragraphs }) => paragraphs), homeCopy.faqs.entries];
  expect(JSON.stringify(texts)).toContain(moneyAnswer);
  expect(JSON.stringify(texts)).toContain(JSON.stringify(moneyTerms).slice(1, -1));
});

it('the percentages are those at which the decision about a price changes', () => {
  const given = 10_000_000;
  const decide = (percent: number) => decidePrice(given, given + (given * percent) / 100, 'NGN');
  expect([decide(5), decide(5.01), decide(15), decide(15.01)]).toEqual([
    'fund',
    'second_operator',
    'second_operator',
    'payer',
  ]);
});
