import { actionName } from '#contracts/cases/audit-actions.ts';
import type * as contracts from '#contracts/desk/desk-people.ts';
import {
  meetingStatusNames,
  paymentStatusNames,
  requestStatusNames,
  roleNames,
} from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import { isActiveSession } from '#services/accounts/sessions/find-session.ts';
import { revokeAccess } from '#services/accounts/sessions/start-session.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { hasRow, row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTime, isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { restorePerson as restore, suspendPerson as suspend } from '#services/safety/suspensions.ts';
import { findPeople } from './search/find-people.ts';
import { parseSearch } from './search/parse-search.ts';

const pageSize = 30;
const storyRows = 200;

type PersonRow = WithDates<
  Omit<contracts.PersonDetails, 'sessions' | 'suspension' | 'pending' | 'cases' | 'story'>,
  'createdAt'
>;

const personColumns = `u.id, u.full_name AS name, u.email, u.role, u.country, u.phone_number AS "phoneNumber",
  u.email_verified_at IS NOT NULL AS "isEmailVerified", u.created_at AS "createdAt"`;

const missing = () => notFound('There is no such person.');

/** Returns learners and sponsors who match the search as in that of the whole desk; without a search the newest. */
export const searchPeople: Handler<typeof contracts.searchPeople> = async ({ query }, { db, config }) => {
  const { search } = query;
  const listed = search
    ? await findPeople(db, search, parseSearch(search, config.payment.serviceFeeBasisPoints), pageSize + 1)
    : undefined;
  const people = await rows<PersonRow>(
    db,
    listed
      ? `SELECT ${personColumns} FROM users u WHERE u.id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], u.id)`
      : `SELECT ${personColumns} FROM users u WHERE u.role <> 'operator' ORDER BY u.created_at DESC, u.id LIMIT $1`,
    [listed ?? pageSize + 1],
  );
  const page = people.slice(0, pageSize).map(present);
  return { message: 'The people.', data: { people: page, hasMore: people.length > pageSize } };
};

type PersonStanding = Pick<contracts.PersonDetails, 'sessions' | 'suspension' | 'pending'>;

interface StoryRow {
  at: Date;
  what: string;
  detail: string;
  /** Status of the request, payment or meeting, or the role. */
  state: string | null;
  minor: number | null;
  currency: string | null;
}

/** Returns a learner or sponsor with what they did. @throws HttpError 404, also for operators. */
export const getPerson: Handler<typeof contracts.getPerson> = async ({ params }, { config, db }) => {
  const person = await row<PersonRow & PersonStanding>(
    db,
    `SELECT ${personColumns}, (SELECT count(*)::int FROM sessions s
       WHERE s.user_id = u.id AND ${isActiveSession(config)}) AS sessions,
       (SELECT jsonb_build_object('reason', p.reason, 'by', o.full_name, 'at', p.created_at) FROM suspensions p
         JOIN users o ON o.id = p.suspended_by_id WHERE p.user_id = u.id AND p.lifted_at IS NULL) AS suspension,
       (SELECT jsonb_build_object('act', split_part(a.action, '.', 2), 'reason', a.reason, 'by', o.full_name,
         'caseId', a.case_id)
         FROM pending_approvals a JOIN users o ON o.id = a.requested_by_id
         WHERE a.subject = 'user:' || u.id AND a.action IN ('person.suspend', 'person.restore')) AS pending
     FROM users u WHERE u.id = $1 AND u.role <> 'operator'`,
    [params.id],
  );
  if (!person) throw missing();
  const story = await rows<StoryRow>(
    db,
    `SELECT * FROM (
       SELECT created_at AS at, 'signed up' AS what, '' AS detail, role AS state, NULL::float8 AS minor, NULL AS currency
         FROM users WHERE id = $1
       UNION ALL SELECT created_at, 'filed a request', course_title, status, price_minor::float8, currency
         FROM requests WHERE learner_id = $1
       UNION ALL SELECT p.created_at, 'started a payment', r.course_title, p.status,
           coalesce(p.captured_minor, p.amount_minor)::float8, coalesce(p.captured_currency, p.currency)
         FROM payments p JOIN requests r ON r.id = p.request_id WHERE p.payer_id = $1
       UNION ALL SELECT p.settled_at, 'was paid for', r.course_title, p.status,
           coalesce(p.captured_minor, p.amount_minor)::float8, coalesce(p.captured_currency, p.currency) FROM payments p JOIN requests r ON r.id = p.request_id
         WHERE r.learner_id = $1 AND p.settled_at IS NOT NULL
       UNION ALL SELECT created_at, 'arranged a meeting', '', status, NULL, NULL FROM meetings WHERE sponsor_id = $1
       UNION ALL SELECT created_at, 'signed in', coalesce(user_agent, ''), NULL, NULL, NULL FROM sessions WHERE user_id = $1
       UNION ALL SELECT created_at, action, reason, NULL, NULL, NULL FROM audit_entries WHERE subject = 'user:' || $1::text
     ) AS story ORDER BY at DESC LIMIT ${storyRows}`,
    [params.id],
  );
  const cases = await rows<contracts.PersonDetails['cases'][number]>(
    db,
    `SELECT c.id, c.kind, c.summary, c.status
     FROM (SELECT 'user' AS type, $1::text AS id
       UNION SELECT 'request', r.id::text FROM requests r WHERE r.learner_id = $1::uuid
       UNION SELECT 'payment', p.id::text FROM payments p WHERE p.payer_id = $1::uuid
       UNION SELECT 'payment', p.id::text FROM payments p JOIN requests r ON r.id = p.request_id
         WHERE r.learner_id = $1::uuid) s
     JOIN cases c ON c.subject_type = s.type AND c.subject_id = s.id
     ORDER BY c.created_at DESC LIMIT ${pageSize}`,
    [params.id],
  );
  const data = {
    ...present(person),
    phoneNumber: person.phoneNumber,
    sessions: person.sessions,
    suspension: person.suspension && { ...person.suspension, at: isoTime(person.suspension.at) },
    pending: person.pending,
    cases,
    story: story.map(presentEvent),
  };
  return { message: 'The person.', data };
};

/** Names of the states of each kind of event, by its text. */
const stateNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'signed up': roleNames,
  'filed a request': requestStatusNames,
  'started a payment': paymentStatusNames,
  'was paid for': paymentStatusNames,
  'arranged a meeting': meetingStatusNames,
};

function presentEvent({ at, what, detail, state, minor, currency }: StoryRow) {
  const amount = minor === null ? '' : formatMinor(minor, currency ?? '');
  return {
    at: at.toISOString(),
    // An entry of the audit log stands there by its action.
    what: what.includes('.') ? actionName(what) : what,
    detail: [detail, state && stateNames[what]?.[state], amount].filter(Boolean).join(' · '),
  };
}

/** Ends all sessions of a learner or sponsor. @throws HttpError 404, also for operators. */
export const endPersonSessions: Handler<typeof contracts.endPersonSessions> = async (
  { params, body, caller },
  { db },
) => {
  const { id } = params;
  const ended = await inTransaction(db, async (manager) => {
    if (!(await hasRow(manager, `SELECT 1 FROM users WHERE id = $1 AND role <> 'operator'`, [id])))
      throw missing();
    await recordAudit(manager, 'person.sessions_ended', `user:${id}`, body.reason, caller.id);
    return revokeAccess(manager, id, 'sign-out-everywhere');
  });
  return { message: ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.` };
};

function present({ id, name, email, role, country, isEmailVerified, createdAt }: PersonRow) {
  return isoTimes({ id, name, email, role, country, isEmailVerified, createdAt });
}

const waits = 'Another operator has to approve this, in the case of this suspension.';

/** Suspends a learner or sponsor. @throws HttpError 404, also for operators, or 409. */
export const suspendPerson: Handler<typeof contracts.suspendPerson> = async (
  { params, body, caller },
  { db, config },
) => {
  const act = { userId: params.id, operatorId: caller.id, reason: body.reason };
  const isDone = await inTransaction(db, (manager) => suspend(manager, act, config.hasFourEyes));
  return { message: isDone ? 'This person is suspended, and gets a mail with the reason.' : waits };
};

/** Lifts the suspension of a learner or sponsor. @throws HttpError 404, also for operators, or 409. */
export const restorePerson: Handler<typeof contracts.restorePerson> = async (
  { params, body, caller },
  { db, config },
) => {
  const act = { userId: params.id, operatorId: caller.id, reason: body.reason };
  const isDone = await inTransaction(db, (manager) => restore(manager, act, config.hasFourEyes));
  return { message: isDone ? 'The suspension is lifted.' : waits };
};
