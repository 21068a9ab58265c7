import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { accountLinks, links } from '#services/platform/tokens/links.ts';
import { appealPath, paymentVerificationPath, sponsorStatusPath, withQuery } from '#src/browser/paths.ts';
import { missingPage, openPages } from '#tests/support/pages/site-addresses.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { hostileText, markOf } from './hostile-texts.ts';
import type { HostileWorld } from './hostile-world.ts';

/** Who opens a page. */
export type Reader = 'visitor' | 'learner' | 'sponsor' | 'operator';

/** A page, whose session it is opened with, and columns whose texts it shows. */
export interface HostilePage {
  reader: Reader;
  session?: keyof HostileWorld['tokens'];
  path: string;
  shows: readonly string[];
}

type Listed = string | readonly [path: string, shows: string];

const shownIn = (shows: string) => shows.split(' ').filter(Boolean);
const pagesOf = (
  reader: Reader,
  listed: readonly Listed[],
  session?: HostilePage['session'],
): HostilePage[] =>
  listed.map((entry) => {
    const [path, shows] = typeof entry === 'string' ? [entry, ''] : entry;
    return { reader, path, shows: shownIn(shows), ...(session && { session }) };
  });

const person = 'users.country users.email users.full_name users.phone_number';
const inLists = 'requests.course_title requests.platform users.full_name';
const inSearch = 'course_facets.label courses.description courses.platform courses.tags courses.title';

/** Returns every page; those that show what people wrote, with rows that they show. */
export async function findHostilePages(product: TestProduct, world: HostileWorld): Promise<HostilePage[]> {
  const { openRequestId, requestId, reference } = world;
  const visitor: Listed[] = [
    ...openPages.filter((path) => !path.startsWith('/explore')),
    missingPage,
    '/ops/sign-in',
    ['/explore', inSearch],
    [
      `/explore/${world.courseSlug}`,
      'courses.description courses.duration courses.platform courses.tags courses.title',
    ],
    ...(await mailPages(product, world)),
    ...queryPages,
  ];
  const learner: Listed[] = [
    ['/dashboard', `meetings.note request_decisions.reason requests.motivation ${inLists}`],
    ['/profile', person],
    '/help',
    [
      `/help?edit=${requestId}`,
      'requests.course_title requests.invoice_payee requests.invoice_reference requests.link requests.motivation requests.platform requests.socials',
    ],
    '/fund-learner',
    [appealPath(requestId), 'appeals.answer'],
  ];
  const sponsor: Listed[] = [
    ['/dashboard', 'pledges.note pledges.target_group requests.course_title users.full_name'],
    ['/profile', person],
    ['/help-learner', inLists],
    [sponsorStatusPath({ state: 'meet', requestId: openRequestId }), 'meetings.note users.full_name'],
    [sponsorStatusPath({ state: 'pay', requestId: openRequestId }), 'requests.course_title users.full_name'],
  ];
  const paying: Listed[] = [
    ['/dashboard', `price_choices.message requests.motivation thank_yous.text ${inLists}`],
    paymentVerificationPath(reference),
  ];
  return [
    ...pagesOf('visitor', visitor),
    ...pagesOf('learner', learner, 'learner'),
    ...pagesOf('learner', [['/dashboard', `requests.motivation ${inLists}`]], 'sampleLearner'),
    ...pagesOf('sponsor', sponsor, 'sponsor'),
    ...pagesOf('sponsor', paying, 'sampleSponsor'),
    ...pagesOf('operator', deskPages(world)),
  ];
}

// Texts that a link of another site can write into a page.
const queryPages: Listed[] = [
  [
    withQuery('/explore', { search: `${markOf('address.search')}${hostileText.slice(0, 150)}` }),
    'address.search',
  ],
  withQuery('/explore', { platform: hostileText, tags: hostileText }),
  withQuery('/report', { about: hostileText, id: hostileText }),
  withQuery('/leaving', { to: `https://hostile.example/${hostileText}` }),
  withQuery('/leaving', { to: `https://hostile.example.org/?a='"><i data-injected onload=__hit(1)>` }),
  withQuery('/leaving', { to: 'javascript:__hit(1)' }),
  withQuery('/user-auth', { next: 'javascript:__hit(1)', reason: hostileText }),
  withQuery('/verify-email', { token: hostileText }),
  withQuery('/coming-soon', { wish: hostileText }),
];

async function mailPages({ db, config }: TestProduct, world: HostileWorld): Promise<Listed[]> {
  const firstRow = async (sql: string, ...values: unknown[]) => (await db.query(sql, values))[0];
  const addressOf = async (id: string) => (await firstRow('SELECT email FROM users WHERE id = $1', id)).email;
  const { learner_id, terms } = await firstRow(
    'SELECT learner_id, terms FROM requests WHERE id = $1',
    world.openRequestId,
  );
  const { payer_id } = await firstRow(
    'SELECT payer_id FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE r.id = $1',
    world.refundId,
  );
  // Both addresses are hostile, and differ.
  const { id: consentId } = await firstRow(
    `WITH asked AS (UPDATE account_links l SET address = u.guardian_email FROM users u
       WHERE u.id = l.user_id AND u.is_minor AND l.purpose = 'guardian-consent' RETURNING l.id)
     SELECT id FROM asked LIMIT 1`,
  );
  const learnerAddress = await addressOf(learner_id);
  const meetingToken = await links.meeting.sign(
    { sub: world.meetingId, to: addressHash(learnerAddress) },
    config,
  );
  const pathOf = (url: string) => url.slice(config.publicUrl.length);
  const payer = addressHash(await addressOf(payer_id));
  const refundUrl = await links.refund.url({ sub: world.refundId, to: payer }, config);
  return [
    [`/meeting-reply?token=${meetingToken}`, 'meetings.note requests.course_title'],
    `/guardian-consent?token=${await accountLinks['guardian-consent'].sign({ jti: consentId }, config)}`,
    [pathOf(refundUrl), 'requests.course_title'],
    pathOf(
      await links.price.url({ sub: world.openRequestId, to: addressHash(learnerAddress), terms }, config),
    ),
  ];
}

const deskPages = ({ cases, courseId, learnerId, sponsorId, paymentId }: HostileWorld): Listed[] => [
  ['/ops', 'cases.summary requests.course_title users.full_name'],
  ...cases.map(
    ({ id, kind }) => [`/ops/case?id=${id}`, `case_acts.detail cases.summary ${ofKind[kind] ?? ''}`] as const,
  ),
  ['/ops/approvals', 'pending_approvals.reason users.full_name'],
  ['/ops/money', 'requests.course_title users.full_name'],
  [
    `/ops/money?id=${paymentId}`,
    'payments.review_reason refunds.reason requests.course_title users.full_name',
  ],
  '/ops/money?view=ledger',
  ['/ops/money?view=reconciliation', 'reconciliation_runs.differences reconciliation_runs.failure'],
  ['/ops/catalogue', 'courses.platform courses.title courses.url'],
  [`/ops/catalogue?id=${courseId}`, 'courses.hidden_reason courses.platform courses.title courses.url'],
  ['/ops/catalogue?show=dead', 'course_link_checks.problem courses.title'],
  ['/ops/catalogue?view=imports', 'course_uploads.failure course_uploads.file_name users.full_name'],
  ['/ops/people', 'users.country users.email users.full_name'],
  [`/ops/people?id=${learnerId}`, `cases.summary requests.course_title sessions.user_agent ${person}`],
  [
    `/ops/people?id=${sponsorId}`,
    `audit_entries.reason pending_approvals.reason sessions.user_agent ${person}`,
  ],
  ['/ops/queues', 'outbox.last_error'],
  ['/ops/audit', 'audit_entries.reason users.full_name'],
  ['/ops/operators', 'users.email users.full_name'],
];

/** Columns that the cases of a kind show besides. */
const ofKind: Record<string, string> = {
  document: 'cases.closed_reason cases.outcome requests.motivation requests.account_email',
  dispute: 'disputes.category requests.motivation users.email',
  purchase: 'purchases.order_number requests.link requests.motivation',
  reconciliation: 'unmatched_transactions.payer_email unmatched_transactions.refund_failure',
  refund: 'refunds.reason requests.motivation',
  request_review: 'requests.invoice_payee requests.invoice_reference requests.motivation',
};
