import { type searchDesk as contract, searchRowsPerKind as most } from '#contracts/desk/desk-search.ts';
import { roleNames } from '#contracts/desk/desk-words.ts';
import type { Role } from '#contracts/endpoint.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { findCoursesByText } from '../catalogue/desk-courses.ts';
import { findCases } from './find-cases.ts';
import { findPayments } from './find-payments.ts';
import { findPeople } from './find-people.ts';
import { findPurchases } from './find-purchases.ts';
import { deskPages, type NamedResult } from './named-result.ts';
import { parseSearch } from './parse-search.ts';

/**
 * Returns people, payments, purchases, courses and cases for a text, at most five of each. The audit log names the people
 * who were shown by their ids, and never the text, which may be an address.
 */
export const searchDesk: Handler<typeof contract> = async ({ query, caller }, deps) => {
  const { db, config } = deps;
  const search = parseSearch(query.q, config.payment.serviceFeeBasisPoints);
  const [people, payments, courses] = await Promise.all([
    findPeople(db, query.q, search, most).then((ids) => presentPeople(deps, ids)),
    findPayments(db, search, most),
    findCourses(deps, query.q, search.id),
  ]);
  const paymentIds = payments.filter(({ isExact }) => isExact).map(({ row }) => row.id);
  const purchases = await findPurchases(db, search, paymentIds, most);
  const purchaseIds = purchases.filter(({ isExact }) => isExact).map(({ row }) => row.id);
  const cases = await findCases(db, query.q, search, [...paymentIds, ...purchaseIds], most);
  const named = [...people, ...payments, ...purchases].flatMap((result) => result.people);
  if (named.length > 0) {
    const ids = [...new Set(named)].map((id) => `user:${id}`).join(', ');
    await inTransaction(db, (manager) => recordAudit(manager, 'people.shown', 'search', ids, caller.id));
  }
  const groups = {
    person: people.map(rowOf),
    payment: payments.map(rowOf),
    purchase: purchases.map(rowOf),
    course: courses.map(rowOf),
    case: cases.map(rowOf),
  };
  return { message: 'What was found.', data: { groups } };
};

const rowOf = ({ row }: NamedResult) => row;

async function presentPeople({ db }: Deps, ids: readonly string[]): Promise<NamedResult[]> {
  if (ids.length === 0) return [];
  const people = await rows<{ id: string; name: string; email: string; role: Role }>(
    db,
    `SELECT u.id, u.full_name AS name, u.email, u.role FROM users u WHERE u.id = ANY ($1::uuid[])
     ORDER BY array_position($1::uuid[], u.id)`,
    [ids],
  );
  return people.map(({ id, name, email, role }) => ({
    people: [id],
    row: {
      kind: 'person',
      id,
      title: name,
      detail: `${email} · ${roleNames[role]}`,
      href: deskPages.person(id),
    },
  }));
}

async function findCourses(deps: Deps, text: string, id: string | undefined): Promise<NamedResult[]> {
  const courses = await findCoursesByText(deps, text, id, most);
  return courses.map((course) => ({
    people: [],
    row: {
      kind: 'course',
      id: course.id,
      title: course.title,
      detail: course.hiddenReason === null ? course.platform : `${course.platform} · hidden`,
      href: deskPages.course(course.id),
    },
  }));
}
