import assert from 'node:assert/strict';
import pg from 'pg';
import { searchDesk as contract } from '#contracts/desk/desk-search.ts';
import { formatMinor } from '#contracts/money.ts';
import type { Deps } from '#services/deps.ts';
import { searchDesk } from '#services/desk/search/search-desk.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { rows } from '#services/platform/database/sql.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Scenario } from '../core/scenario.ts';
import { median, percentile } from '../core/statistics.ts';
import { openDatasets } from '../data/datasets.ts';
import { deskRows, fillDesk } from '../data/fill-desk.ts';
import { openProduct } from '../data/open-product.ts';
import { timeMs } from '../load/time-ms.ts';

const goal = 'desk search';
const most = 100;

/** The search of the desk, its entry in the audit log included, with every form of identifier and on one connection. */
export const deskSearch: Scenario = {
  name: 'desk-search',
  goals: [
    {
      id: goal,
      what: 'GET /ops/search with 100,000 payments and people: 95th percentile of the time, ms',
      limit: atMost(most),
    },
  ],
  seconds: 120,
  isOnDemand: true,
  async run(context) {
    const datasets = await openDatasets([deskRows], context.report);
    context.defer(() => datasets.stop());
    const copy = await datasets.copy(deskRows);
    context.defer(() => copy.drop());
    context.report('Naming people, adding payments and cases');
    const client = new pg.Client({ connectionString: copy.url });
    await client.connect();
    await fillDesk(client);
    await client.end();
    const deps = await openProduct(context, copy.applicationUrl);
    return [{ goal, ...(await measure(context, deps)) }];
  },
};

async function measure(context: Context, deps: Deps) {
  const times = new Map<string, number[]>();
  const percentiles: number[] = [];
  const count = context.isQuick ? 10 : 40;
  const samples = await sampleSearches(deps, count * (context.rounds + 1));
  const caller = { id: await anyPerson(deps), role: 'operator', sessionId: '' };
  // The round before the first warms up.
  for (let round = 0; round <= context.rounds; round += 1) {
    context.round(round, context.rounds);
    const all: number[] = [];
    for (const { name, searches, hasResults } of samples) {
      for (const q of searches.slice(round * count, (round + 1) * count)) {
        const query = contract.query.parse({ q });
        let shown = 0;
        const ms = await timeMs(async () => {
          const response = await searchDesk({ query, caller } as never, deps);
          shown = Object.values(contract.response.parse(response).data.groups).flat().length;
        });
        assert.equal(shown > 0, hasResults, `${name}: ${q} has ${shown} results`);
        all.push(ms);
        if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
      }
    }
    if (round > 0) percentiles.push(percentile(all, 0.95));
  }
  const note = [...times].map(
    ([name, ms]) => `${name} ${median(ms).toFixed(1)} (${percentile(ms, 0.95).toFixed(1)})`,
  );
  return { values: percentiles, note: `median (95th percentile), ms: ${note.join(', ')}` };
}

interface Sample {
  person: string;
  email: string;
  phone: string;
  reference: string;
  transactionId: string;
  receiptNumber: number | null;
  minor: number;
  currency: string;
  course: string;
  orderNumber: string;
  caseId: string;
}

async function anyPerson({ db }: Deps): Promise<string> {
  const [person] = await rows<{ id: string }>(db, 'SELECT id FROM users LIMIT 1');
  return person?.id ?? '';
}

/** Returns searches of each form, drawn from the rows. */
async function sampleSearches({ db }: Deps, count: number) {
  const drawn = await rows<Sample>(
    db,
    `SELECT u.full_name AS person, u.email, u.phone_number AS phone, p.reference, p.transaction_id AS "transactionId",
       p.receipt_number::float8 AS "receiptNumber", p.amount_minor::float8 AS minor, p.currency, r.course_title AS course,
       s.order_number AS "orderNumber", c.id AS "caseId"
     FROM cases c JOIN purchases s ON s.id::text = c.subject_id JOIN payments p ON p.id = s.payment_id
     JOIN requests r ON r.id = p.request_id JOIN users u ON u.id = r.learner_id
     WHERE c.subject_type = 'purchase' ORDER BY md5(c.id::text) LIMIT $1`,
    [count],
  );
  const searchesOf = (name: string, form: (sample: Sample, index: number) => string, hasResults = true) => ({
    name,
    hasResults,
    searches: drawn.map(form),
  });
  const reversed = (text: string) => text.split(' ').toReversed().join(' ');
  return [
    searchesOf('name', ({ person }) => person),
    searchesOf('name reversed', ({ person }) => reversed(person).toUpperCase()),
    searchesOf('first name', ({ person }) => person.split(' ')[0] ?? ''),
    searchesOf('part of a name', ({ person }) => person.slice(0, 3)),
    searchesOf('two letters', ({ person }) => person.slice(0, 2)),
    searchesOf('e-mail', ({ email }) => email),
    searchesOf('part of an e-mail', ({ email }) => email.slice(0, -8)),
    searchesOf('word of every e-mail', () => 'people.example'),
    searchesOf('phone', ({ phone }) => phone.replace('+234', '0')),
    searchesOf('receipt', ({ receiptNumber }) => receiptNumberText(receiptNumber ?? 1)),
    searchesOf('bare receipt', ({ receiptNumber }) => `${receiptNumber ?? 1}`.padStart(6, '0')),
    searchesOf('reference', ({ reference }) => reference),
    searchesOf('start of a reference', ({ reference }) => reference.slice(0, 10)),
    searchesOf('provider reference', ({ transactionId }) => transactionId),
    searchesOf('order number', ({ orderNumber }) => orderNumber),
    searchesOf('amount', ({ minor, currency }) => formatMinor(minor, currency)),
    searchesOf('course', ({ course }) => course),
    searchesOf('word of every case', () => 'course'),
    searchesOf('case', ({ caseId }) => caseId.slice(0, 8)),
    searchesOf('nothing', (_, index) => `zqx${index} vwk`, false),
  ];
}
