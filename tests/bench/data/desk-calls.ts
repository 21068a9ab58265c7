import type { Deps } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';

/** Parts of a request to the desk. */
export interface DeskInput {
  params?: object | undefined;
  query?: object;
  body?: object;
}

/** Inputs of a call of the desk; drawn ones are used in turn. */
export type DeskInputs = Readonly<Record<string, readonly DeskInput[]>>;

/** Calls without figures here, and why. */
export const unmeasuredCalls: readonly string[] = [
  // Files, streams and tables that are written while they are read.
  'GET /ops/changes',
  'GET /ops/money/payments.csv',
  'GET /ops/money/ledger.csv',
  'GET /ops/payments/:id/evidence',
  'GET /ops/requests/:id/invoice',
  'GET /ops/cases/:id/receipt',
  'GET /ops/cases/:id/proof',
];

/** Returns inputs of every call of the desk that reads, and of those by which operators go from case to case. */
export async function drawDeskInputs({ db }: Pick<Deps, 'db'>, count: number): Promise<DeskInputs> {
  const idsOf = async (text: string): Promise<DeskInput[]> =>
    (await rows<{ id: string }>(db, `${text} ORDER BY md5(id::text) LIMIT $1`, [count])).map((params) => ({
      params,
    }));
  const cases = (condition: string) => idsOf(`SELECT id FROM cases WHERE ${condition}`);
  const ofEachKind = (
    await Promise.all(
      ['purchase', 'refund', 'dispute', 'payment_review', 'request_review', 'suspension'].map((kind) =>
        cases(`kind = '${kind}'`),
      ),
    )
  ).flatMap((drawn) => drawn.slice(0, Math.ceil(count / 6)));
  const unclaimed = await cases(`status = 'open'`);
  const queries = (...list: object[]) => list.map((query) => ({ query }));
  return {
    'GET /ops/me': [{}],
    'GET /ops/operators': [{}],
    'GET /ops/search': queries({ q: 'Ade' }, { q: 'CL-000014' }, { q: 'Course 12' }),
    'GET /ops/cases': queries(
      {},
      { page: '900' },
      { kind: 'refund,dispute', owner: 'me', waiting: 'nothing' },
      { waiting: 'approval', age: 'overdue' },
      { waiting: 'sponsor', order: 'newest' },
      { order: 'amount' },
      { order: 'oldest', limit: '500' },
      { age: 'closed' },
      { age: 'closed', order: 'amount' },
    ),
    'GET /ops/views': [{}],
    'GET /ops/cases/:id': ofEachKind,
    'GET /ops/cases/:id/replies': ofEachKind,
    'GET /ops/mentions': [{}],
    'GET /ops/incidents': [{}],
    'GET /ops/approvals': queries({}, { limit: '100' }),
    'GET /ops/people': queries({}, { search: 'Ade' }),
    'GET /ops/people/:id': await idsOf(`SELECT id FROM users WHERE role = 'learner'`),
    'GET /ops/money/payments': queries({}, { status: 'failed' }, { search: 'pay-1' }, { search: 'ade' }),
    'GET /ops/money/payments/:id': await idsOf(`SELECT id FROM payments WHERE status = 'approved'`),
    'GET /ops/money/ledger': queries({}, { account: 'completion_fund' }),
    'GET /ops/money/reconciliation': [{}],
    'GET /ops/money/pledges': [{}],
    'GET /ops/catalogue/courses': queries({}, { search: 'python' }),
    'GET /ops/catalogue/courses/:id': await idsOf('SELECT id FROM courses'),
    'GET /ops/catalogue/imports': [{}],
    'GET /ops/queues': [{}],
    'GET /ops/queues/history': queries({}, { span: 'day' }),
    'GET /ops/audit': queries({}, { search: 'request' }),
    'POST /ops/cases/:id/claim': unclaimed,
    'GET /ops/cases/:id/requests': unclaimed,
    'POST /ops/cases/:id/notes': unclaimed.map(({ params }) => ({ params, body: { note: 'Read it.' } })),
    'POST /ops/cases/:id/release': unclaimed.map(({ params }) => ({ params, body: {} })),
    'POST /ops/cases/next': [{}, { kind: 'refund,dispute', order: 'amount' }, { waiting: 'approval' }].map(
      (body) => ({ body }),
    ),
  };
}
