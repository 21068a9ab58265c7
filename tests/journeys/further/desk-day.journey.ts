import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseKinds } from '#contracts/cases/cases.ts';
import { countMissingCases } from '#services/purchases/required-cases/open-required-cases.ts';
import { personPath } from '#src/browser/desk-paths.ts';
import { newPerson } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { countPage, drawTallies, type Tallies } from '../../support/desk-day/counted-page.ts';
import { answerAll } from '../../support/desk-day/day-answers.ts';
import { usualTexts } from '../../support/desk-day/day-plan.ts';
import { bringMorning, type DayWorld, endFailures, startWorld } from '../../support/desk-day/day-world.ts';
import {
  readInbox,
  signInByPage,
  type WorkingOperator,
  workThroughInbox,
} from '../../support/desk-day/operator-day.ts';
import { sendForm } from '../../support/desk-day/work-case.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { joinDesk } from '../../support/people/operators.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a day at the desk with three operators, in a browser', needs(chromium), () => {
  const tallies: Tallies = new Map();
  const done = new Set<string>();
  const deadEnds = new Map<string, string>();
  let product: TestProduct;
  let browser: Browser;
  let world: DayWorld;
  let operators: WorkingOperator[];

  beforeAll(async () => {
    const pages = await builtPages();
    [product, browser] = await Promise.all([
      startTestProduct({ OPERATORS_FOUR_EYES: 'true' }, pages),
      shareBrowser(chromium.path as string),
    ]);
    await product.startWorkers();
    world = await startWorld(product);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const query = (text: string): Promise<Record<string, unknown>[]> => product.db.query(text);

  it('two operators and a lead sign in, while cases of all kinds come in', async () => {
    const names = { Olu: 'operator', Ife: 'operator', Lena: 'lead' } as const;
    const signIns = Object.entries(names).map(async ([name, level]) => {
      const account = await joinDesk(product, level, `${name} Desk`);
      const hands = countPage((await newPerson(browser, product.url)).page, tallies);
      await signInByPage(hands, account);
      return { name, hands, seen: new Set<string>(), done, deadEnds };
    });
    await bringMorning(world);
    operators = await Promise.all(signIns);
  });

  it('the lead asks for suspensions and reconciles', async () => {
    const { hands } = operators[2] as WorkingOperator;
    const { page } = hands;
    for (const { email } of [world.people.sam, world.people.tom].filter((person) => person !== undefined)) {
      const [{ id } = { id: '' }] = await product.db.query('SELECT id FROM users WHERE email = $1', [email]);
      await page.goto(personPath(id));
      const label = 'Suspend this person';
      const fields = [{ name: 'reason', label: 'Reason', type: 'text', isRequired: true }] as const;
      await sendForm(hands, { label, fields: [...fields] }, usualTexts);
    }
    await page.goto('/ops/money?view=reconciliation');
    await page.getByRole('button', { name: 'Run now' }).click();
    await soon(() => query(`SELECT 1 FROM cases WHERE kind = 'reconciliation'`)).toHaveLength(3);
    hands.leave();
    await readInbox(operators[2] as WorkingOperator);
    await endFailures(world);
  });

  it('they work until nothing is left to do, while people and the provider answer', async () => {
    for (let worked = 1; worked > 0; ) {
      const counts = await Promise.all(operators.map(workThroughInbox));
      await answerAll(world);
      worked = counts.reduce((sum, count) => sum + count, 0);
    }
  });

  it('no page of a case offered nothing, or an act that was refused', () => {
    expect([...deadEnds.values()]).toEqual([]);
  });

  it('there were at least forty cases of all kinds, and each was seen', async () => {
    const cases = await query('SELECT id, kind, summary FROM cases');
    const seen = new Set(operators.flatMap((operator) => [...operator.seen]));
    expect(cases.filter(({ id }) => !seen.has(id as string))).toEqual([]);
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(caseKinds));
    expect(cases.length).toBeGreaterThanOrEqual(40);
    process.stdout.write(`${cases.length} cases\n${drawTallies(tallies)}\n`);
  });

  it('a course that is bought as requested takes seven presses and three fields at most', async () => {
    const [plain] = await query(
      `SELECT c.id FROM cases c JOIN purchases u ON u.id::text = c.subject_id JOIN requests r ON r.id = u.request_id
       WHERE c.kind = 'purchase' AND r.course_title = 'Algebra'`,
    );
    const tally = tallies.get(plain?.id as string);
    expect(tally?.presses).toBeLessThanOrEqual(7);
    expect(tally?.fields).toBeLessThanOrEqual(3);
  });

  it('each is closed, or waits for a named party until a date', async () => {
    const unnamed = await query(
      `SELECT kind, summary, status FROM cases WHERE status <> 'closed'
         AND (status <> 'waiting' OR waiting_on IS NULL OR due_at <= now())`,
    );
    expect(unnamed).toEqual([]);
  });

  it('nothing is closed whose purchase, dispute, refund or money is open', async () => {
    expect([...(await countMissingCases(product.db))]).toEqual([]);
    const open = await query(
      `SELECT c.kind, c.summary FROM cases c
       LEFT JOIN purchases u ON c.subject_type = 'purchase' AND u.id::text = c.subject_id
       WHERE c.status = 'closed' AND c.kind IN ('purchase', 'refund', 'dispute', 'payment_review')
         AND NOT EXISTS (SELECT FROM cases o WHERE o.status <> 'closed' AND o.kind IN ('purchase', 'refund', 'dispute')
           AND o.subject_id IN (c.subject_id, u.payment_id::text,
             (SELECT id::text FROM purchases WHERE payment_id::text = c.subject_id)))
         AND (u.status NOT IN ('redeemed', 'failed')
           OR EXISTS (SELECT FROM refunds f WHERE f.payment_id::text IN (c.subject_id, u.payment_id::text)
             AND f.status IN ('pending', 'processing', 'needs_attention'))
           OR EXISTS (SELECT FROM disputes d WHERE d.payment_id::text IN (c.subject_id, u.payment_id::text)
             AND d.status <> 'resolved'))`,
    );
    expect(open).toEqual([]);
  });
});
