import { startDraw } from '#contracts/funding/draws.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { withdrawPledge } from '#contracts/funding/pledges.ts';
import { arrangeMeeting, cancelMeeting } from '#contracts/funding/sponsorships.ts';
import { revokeInvitation } from '#contracts/requests/invitations.ts';
import { withdrawRequest } from '#contracts/requests/requests.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { save } from '#tests/support/money/certificates.ts';
import { fileRequest, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { idOf } from './accounts.ts';
import type { TokenForm } from './token-forms.ts';
import { type Caller, callers, type Person, type World } from './world.ts';

/** A request, and who has to do with it. */
export interface KnownRequest {
  id: string;
  owner: Person;
  isPublic: boolean;
  invited: Person | undefined;
  payer: Person | undefined;
  /** Sponsor with an open meeting. */
  meetsWith: Person | undefined;
  /** Withdrawn ones stay in the learner's list; of an erased one no row is left. */
  state: 'open' | 'paid' | 'withdrawn' | 'erased';
}

/** The id of something that belongs to these people. */
export interface KnownId {
  id: string;
  owners: readonly Caller[];
  isDeleted?: boolean;
}

/** Ids of rows of each kind, with people who may use them and people who may not. */
export interface KnownIds {
  requests: KnownRequest[];
  invitations: KnownId[];
  /** Meetings that a learner may reply to, and those whose room a participant may enter. */
  meetings: KnownId[];
  meetingRooms: KnownId[];
  draws: KnownId[];
  pledges: KnownId[];
  references: KnownId[];
  /** References of payments, of which only the first has a receipt. */
  receipts: KnownId[];
  enrolments: KnownId[];
  users: KnownId[];
  /** Persons and keys of their pictures: only LO's go together. */
  pictureOwners: KnownId[];
  pictureKeys: KnownId[];
  sessions: KnownId[];
  courses: KnownId[];
  operators: KnownId[];
  payments: KnownId[];
  cases: KnownId[];
  /** Tokens that no link of a mail has. */
  linkTokens: readonly TokenForm[];
}

const pledge = { amount: 100, currency: 'USD', targetGroup: 'Nurses in Kenya', note: 'Soon' } as const;

/** Creates rows of each kind of several people, and deletes some of them. */
export async function createKnownIds(world: World, linkTokens: readonly TokenForm[]): Promise<KnownIds> {
  const { product, people, paid } = world;
  const { url, db } = product;
  const firstId = async (sql: string, values: unknown[] = []) =>
    (await db.query(sql, values))[0].id as string;
  const own = {
    isPublic: true,
    invited: undefined,
    payer: undefined,
    meetsWith: undefined,
    state: 'open' as const,
  };
  const open = { ...own, id: await fileRequest(url, people.LO), owner: 'LO', meetsWith: 'SP' } as const;
  const other = { ...own, id: await fileRequest(url, people.L2), owner: 'L2' } as const;
  const invited = {
    ...own,
    id: await fileRequest(url, people.LO, {
      isPrivate: true,
      isPublic: false,
      recipientEmails: [people.SI.email, people.SR.email],
    }),
    owner: 'LO',
    isPublic: false,
    invited: 'SI',
  } as const;
  const hidden = {
    ...own,
    id: await fileRequest(url, people.L2, {
      isPrivate: true,
      isPublic: false,
      recipientEmails: ['another@people.example'],
    }),
    owner: 'L2',
    isPublic: false,
  } as const;
  const withdrawn = {
    ...own,
    id: await fileRequest(url, people.LO),
    owner: 'LO',
    state: 'withdrawn',
  } as const;
  const erased = { ...own, id: await fileRequest(url, people.LO), owner: 'LO', state: 'erased' } as const;
  await db.query('DELETE FROM requests WHERE id = $1', [erased.id]);
  await callApi(url, withdrawRequest, { params: { id: withdrawn.id } }, people.LO.token);
  const invitationOf = (requestId: string, email: string) =>
    firstId('SELECT id FROM request_recipients WHERE request_id = $1 AND email = $2', [requestId, email]);
  const revoked = await invitationOf(invited.id, people.SR.email);
  const invitation = await invitationOf(invited.id, people.SI.email);
  await callApi(
    url,
    revokeInvitation,
    { params: { id: invited.id, invitationId: revoked } },
    people.LO.token,
  );
  const arranged = await callApi(url, arrangeMeeting, { params: { id: open.id }, body: {} }, people.SP.token);
  const cancelled = await callApi(
    url,
    arrangeMeeting,
    { params: { id: other.id }, body: {} },
    people.SP.token,
  );
  await callApi(url, cancelMeeting, { params: { id: other.id } }, people.SP.token);
  const drawOf = async (who: Person) => (await callApi(url, startDraw, {}, people[who].token)).body.data._id;
  const pledgeOf = async (who: Person) =>
    (await callApi(url, createPledge, { body: pledge }, people[who].token)).body.data._id;
  const withdrawnPledge = await pledgeOf('SP');
  await callApi(url, withdrawPledge, { params: { id: withdrawnPledge } }, people.SP.token);
  const started = await startPayment(url, people.S, await fileRequest(url, people.L2));
  const pending = started.body.data.data.reference;
  await fillCatalogue(db, [courseRow({ title: 'Learn SQL' })]);
  const removedCourse = await save(url, people.LO);
  await db.query('DELETE FROM enrolments WHERE id = $1', [removedCourse]);
  const users = await Promise.all(
    (['LO', 'L2', 'SP'] as const).map(async (who) => ({
      id: await idOf(product, people[who]),
      owners: [who],
    })),
  );
  const keyOf = (who: Person) =>
    firstId(
      'SELECT address_key AS id FROM profile_pictures p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
      [people[who].email],
    );
  const sessionOf = (who: Person) =>
    firstId('SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1', [
      people[who].email,
    ]);
  return {
    requests: [
      open,
      invited,
      { ...own, id: paid.requestId, owner: 'LO', payer: 'SP', state: 'paid' },
      other,
      hidden,
      withdrawn,
      erased,
    ],
    invitations: [
      { id: invitation, owners: ['LO'] },
      { id: await invitationOf(hidden.id, 'another@people.example'), owners: ['L2'] },
      { id: revoked, owners: ['LO'], isDeleted: true },
    ],
    meetings: [
      { id: arranged.body.data._id, owners: ['LO'] },
      { id: cancelled.body.data._id, owners: ['L2'] },
    ],
    meetingRooms: [
      { id: arranged.body.data._id, owners: ['LO', 'SP'] },
      { id: cancelled.body.data._id, owners: ['L2', 'SP'] },
    ],
    draws: [
      { id: await drawOf('SP'), owners: ['SP'] },
      { id: await drawOf('S'), owners: ['S'] },
    ],
    pledges: [
      { id: await pledgeOf('SP'), owners: ['SP'] },
      { id: await pledgeOf('S'), owners: ['S'] },
      { id: withdrawnPledge, owners: ['SP'] },
    ],
    references: [
      { id: paid.reference, owners: ['SP'] },
      { id: pending, owners: ['S'] },
    ],
    receipts: [
      { id: paid.reference, owners: ['SP'] },
      { id: pending, owners: [] },
    ],
    enrolments: [
      { id: await save(url, people.LO), owners: ['LO'] },
      {
        id: await firstId('SELECT id FROM enrolments WHERE request_id = $1', [paid.requestId]),
        owners: ['LO'],
      },
      { id: await save(url, people.S), owners: ['S'] },
      { id: removedCourse, owners: ['LO'], isDeleted: true },
    ],
    users,
    pictureOwners: users.map(({ id, owners }) => ({ id, owners: owners.includes('LO') ? callers : [] })),
    pictureKeys: [
      { id: world.picture.split('=')[1] ?? '', owners: callers },
      { id: await keyOf('L2'), owners: [] },
    ],
    sessions: [
      { id: await sessionOf('LO'), owners: ['LO'] },
      { id: await sessionOf('SP'), owners: ['SP'] },
    ],
    courses: [{ id: await firstId('SELECT id FROM courses LIMIT 1'), owners: [] }],
    operators: [
      {
        id: await firstId(`SELECT user_id AS id FROM operators WHERE level = 'operator' LIMIT 1`),
        owners: [],
      },
    ],
    payments: [
      { id: await firstId('SELECT id FROM payments WHERE reference = $1', [paid.reference]), owners: [] },
    ],
    cases: [{ id: await firstId(`SELECT id FROM cases WHERE kind = 'purchase' LIMIT 1`), owners: [] }],
    linkTokens,
  };
}
