import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseKinds } from '#contracts/cases/cases.ts';
import { hourMs } from '#contracts/durations.ts';
import { createRandom } from '#tests/faults/rig/random.ts';
import { openCaseOf } from '#tests/support/desk/cases-of-kinds.ts';
import {
  type DeskOperator,
  type OfferedAct,
  offeredActs,
  readCase,
} from '#tests/support/desk/offered-acts.ts';
import { type Askers, askers } from '#tests/support/people/ask-for-approval.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { repetitionsOf, sampleSeed } from '#tests/support/vitest/extent.ts';

const sequences = repetitionsOf('CASE_SEQUENCES', 600, 60);
const longestSequence = 8;
/** A case is replaced by a new one of its kind after this many sequences. */
const sequencesOfCase = 20;

let product: TestProduct;
let people: Askers;
let team: DeskOperator[];
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true', OPERATORS_APPROVAL_LIMITS: 'NGN:30000' });
  await product.startWorkers();
  people = await askers(product);
  const olu = await joinDesk(product, 'operator', 'Olu');
  team = [
    { ...people.ada, name: 'Ada', isLead: false },
    { ...people.grace, name: 'Grace', isLead: false },
    { ...olu, name: 'Olu', isLead: false },
    { ...people.lena, name: 'Lena', isLead: true },
  ];
});
afterAll(() => product?.close());

/** The acts that the page of a case offers this operator now, by name. */
type Offer = (name?: string) => Promise<OfferedAct[]>;

/**
 * Returns why a rejected act was no race; undefined for an act that was done. It is a race if the page does not offer the act any
 * more, or it succeeds then.
 */
async function findProblem(
  act: OfferedAct,
  { status, body }: Awaited<ReturnType<OfferedAct['send']>>,
  offer: Offer,
): Promise<string | undefined> {
  if (status === 200) return undefined;
  if (status !== 409 && status !== 404) return `${act.name}: ${status} ${body.message}`;
  const [again] = await offer(act.name);
  const repeated = again && (await again.send());
  return repeated && repeated.status !== 200
    ? `${act.name}: ${repeated.status} ${repeated.body.message}`
    : undefined;
}

it(`does every act that the page of a case offers, or rejects it for a race, in ${sequences} sequences`, {
  timeout: hourMs,
}, async () => {
  const seed = Number(sampleSeed);
  process.stdout.write(`Case acts: ${sequences} sequences, seed ${seed}\n`);
  const random = createRandom(seed);
  const rejected = new Map<string, number>();
  const done = new Set<string>();
  const cases = new Map<string, string>();
  for (let sequence = 0; sequence < sequences; sequence++) {
    const kind = caseKinds[sequence % caseKinds.length] ?? 'purchase';
    const round = Math.floor(sequence / caseKinds.length);
    const isNew = round % sequencesOfCase === 0;
    const id = (!isNew && cases.get(kind)) || (await openCaseOf(product, people, kind));
    cases.set(kind, id);
    for (let length = random.between(1, longestSequence); length > 0; length--) {
      // Two operators press at once in one of four steps.
      const actors = Array.from({ length: random.next() < 0.25 ? 2 : 1 }, () =>
        random.between(0, team.length - 1),
      );
      const chosen = await Promise.all(
        actors.map(async (index) => {
          const me = team[index] as DeskOperator;
          const offer: Offer = async (name) => {
            const acts = offeredActs(
              { url: product.url, random, team },
              await readCase(product.url, id, me),
              me,
            );
            return name === undefined ? acts : acts.filter((act) => act.name === name);
          };
          return { offer, acts: await offer() };
        }),
      );
      const pressed = chosen.flatMap(({ offer, acts }) => {
        const act = acts[random.between(0, acts.length - 1)];
        return act ? [{ offer, act }] : [];
      });
      const answers = await Promise.all(pressed.map(({ act }) => act.send()));
      for (const [index, { act, offer }] of pressed.entries()) {
        done.add(act.name);
        const problem = await findProblem(act, answers[index] as (typeof answers)[number], offer);
        if (problem) rejected.set(`${kind}: ${problem}`, (rejected.get(`${kind}: ${problem}`) ?? 0) + 1);
      }
    }
  }
  expect(Object.fromEntries(rejected)).toEqual({});
  expect([...done]).toEqual(expect.arrayContaining(['claim', 'release', 'assign', 'wait', 'reopen']));
  expect(await selfApproved()).toEqual([]);
  expect(await waitingWithout()).toEqual([]);
});

/** What was approved by the operator who asked for it. */
const selfApproved = () =>
  product.db.query(
    `SELECT 'refund' AS act, id FROM refunds WHERE requested_by_id = approved_by_id
     UNION ALL SELECT 'suspension', id FROM suspensions WHERE suspended_by_id = approved_by_id
     UNION ALL SELECT 'higher price', id FROM purchases WHERE overrun_by_id = overrun_approved_by_id`,
  );

/** Waiting cases without a reason in the history, a party or a time. */
const waitingWithout = () =>
  product.db.query(
    `SELECT c.id, c.kind FROM cases c WHERE c.status = 'waiting'
       AND (c.waiting_on IS NULL OR c.waiting_until IS NULL OR coalesce((SELECT a.detail FROM case_acts a
         WHERE a.case_id = c.id AND a.act = 'waiting' ORDER BY a.created_at DESC LIMIT 1), '') = '')`,
  );
