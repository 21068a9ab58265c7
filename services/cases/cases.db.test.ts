import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { assignCase, claimCase, lockOwnCase, releaseCase } from './case-ownership.ts';
import { resumeCase, waitForAnswer } from './case-waiting.ts';
import { CaseActEntity, CaseEntity } from './cases.entity.ts';
import { closeCase, reopenCase } from './close-case.ts';
import { type NewCase, openCase } from './open-case.ts';

let database: TestDatabase;
let db: DataSource;
let ada: string;
let grace: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'cases', poolSize: 10 });
  await db.initialize();
  ada = await addOperator('Ada');
  grace = await addOperator('Grace');
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

async function addOperator(fullName: string): Promise<string> {
  const email = `${fullName.toLowerCase()}@staff.example`;
  const { identifiers } = await db.manager.insert(UserEntity, { email, fullName, role: 'operator' });
  return identifiers[0]?.id;
}

const run = <T>(work: (manager: EntityManager) => Promise<T>) => inTransaction(db, work);
const newCase = (overrides: Partial<NewCase> = {}): NewCase => ({
  kind: 'refund',
  subject: { type: 'payment', id: crypto.randomUUID() },
  summary: 'Money came late.',
  ...overrides,
});
const open = (wanted = newCase()) => run((manager) => openCase(manager, wanted));
const find = (id: string) => db.manager.findOneByOrFail(CaseEntity, { id });
const actsOf = async (caseId: string) =>
  (await db.manager.find(CaseActEntity, { where: { caseId }, order: { createdAt: 'ASC' } })).map(
    ({ act, actorId, detail }) => [act, actorId, detail],
  );

describe('opening a case', () => {
  it('opens one case for a subject, also when called concurrently', async () => {
    const wanted = newCase();
    const ids = await Promise.all(Array.from({ length: 8 }, () => open(wanted)));
    expect(new Set(ids).size).toBe(1);
    expect(await actsOf(ids[0] as string)).toEqual([['opened', null, 'Money came late.']]);
  });

  it('adds another summary to the history and keeps the earlier due time', async () => {
    const wanted = newCase();
    const id = await open(wanted);
    const dueAt = new Date(Date.now() + 60_000);
    await open({ ...wanted, summary: 'The bank asks.', dueAt });
    await open({ ...wanted, dueAt: new Date('2040-01-01') });
    expect(await find(id)).toMatchObject({ dueAt, occurrences: 1, summary: 'Money came late.' });
    expect((await actsOf(id)).map(([act]) => act)).toEqual(['opened', 'updated']);
  });

  it('merges and counts reports on the same subject', async () => {
    const wanted = newCase({ kind: 'report', subject: { type: 'user', id: 'u1' } });
    const id = await open(wanted);
    expect(await open(wanted)).toBe(id);
    expect(await find(id)).toMatchObject({ occurrences: 2 });
    expect((await actsOf(id)).map(([act]) => act)).toEqual(['opened', 'merged']);
  });

  it('opens a new case when the former one is closed, and one for each kind', async () => {
    const wanted = newCase();
    const id = await open(wanted);
    const other = await open({ ...wanted, kind: 'dispute' });
    await run((manager) => closeCase(manager, wanted, { outcome: 'refunded', reason: 'Done.' }));
    const next = await open(wanted);
    expect(new Set([id, other, next]).size).toBe(3);
  });
});

describe('claiming a case', () => {
  it('gives it to one of two operators who claim it at the same moment; the other reads who has it', async () => {
    const caseId = await open();
    const results = await Promise.allSettled(
      [ada, grace].map((operatorId) => run((manager) => claimCase(manager, { caseId, operatorId }))),
    );
    const [failed, ...more] = results.filter(({ status }) => status === 'rejected');
    expect(more).toEqual([]);
    const { ownerId, status } = await find(caseId);
    expect(status).toBe('claimed');
    expect(failed).toMatchObject({
      reason: {
        status: 409,
        message: `${ownerId === ada ? 'Ada' : 'Grace'} has already claimed this case.`,
      },
    });
    const audit = await db.query('SELECT action, actor_id FROM audit_entries WHERE subject = $1', [
      `case:${caseId}`,
    ]);
    expect(audit).toEqual([{ action: 'case.claimed', actor_id: ownerId }]);
  });

  it('is refused for the operator whose decision an appeal is about', async () => {
    const caseId = await open(newCase({ kind: 'appeal', excludedId: ada }));
    await expect(run((manager) => claimCase(manager, { caseId, operatorId: ada }))).rejects.toThrow(
      'Another operator has to answer it.',
    );
    await run((manager) => claimCase(manager, { caseId, operatorId: grace }));
    expect(await find(caseId)).toMatchObject({ ownerId: grace });
  });

  it('can be undone only by the owner and by a lead', async () => {
    const caseId = await open();
    await run((manager) => claimCase(manager, { caseId, operatorId: ada }));
    await expect(run((manager) => releaseCase(manager, { caseId, operatorId: grace }))).rejects.toThrow(
      'Ada is working on this case.',
    );
    await expect(
      run((manager) => releaseCase(manager, { caseId, operatorId: grace, isLead: true })),
    ).rejects.toMatchObject({ status: 422 });
    await run((manager) => releaseCase(manager, { caseId, operatorId: grace, isLead: true, reason: 'Ill' }));
    expect(await find(caseId)).toMatchObject({ status: 'open', ownerId: null });
    await expect(run((manager) => lockOwnCase(manager, caseId, ada))).rejects.toThrow(
      'Claim this case before you act on it.',
    );
  });
});

describe('assigning a case', () => {
  const assign = (caseId: string, to: string) =>
    run((manager) => assignCase(manager, { caseId, operatorId: grace, to, reason: 'Ada knows it.' }));

  it('makes another operator the owner, with the reason in the history', async () => {
    const caseId = await open();
    await assign(caseId, ada);
    expect(await find(caseId)).toMatchObject({ status: 'claimed', ownerId: ada });
    const acts = await db.query(
      'SELECT act, detail, actor_id FROM case_acts WHERE case_id = $1 ORDER BY created_at DESC LIMIT 1',
      [caseId],
    );
    expect(acts).toEqual([{ act: 'assigned', detail: 'To Ada: Ada knows it.', actor_id: grace }]);
  });

  it('keeps a case waiting', async () => {
    const caseId = await open();
    const until = new Date(Date.now() + dayMs);
    await run((manager) => claimCase(manager, { caseId, operatorId: grace }));
    const wait = { caseId, operatorId: grace, on: 'learner', until, reason: 'Asked.' } as const;
    await run((manager) => waitForAnswer(manager, wait));
    await assign(caseId, ada);
    expect(await find(caseId)).toMatchObject({ status: 'waiting', waitingOn: 'learner', ownerId: ada });
  });

  it('is refused for the operator whose decision an appeal is about', async () => {
    const caseId = await open(newCase({ kind: 'appeal', excludedId: ada }));
    await expect(assign(caseId, ada)).rejects.toThrow('This case is about a decision of Ada.');
    expect(await find(caseId)).toMatchObject({ ownerId: null });
  });
});

it('a case waits for an answer until a time, and is due when the answer comes', async () => {
  const wanted = newCase();
  const caseId = await open(wanted);
  await run((manager) => claimCase(manager, { caseId, operatorId: ada }));
  const until = new Date(Date.now() + dayMs);
  await run((manager) =>
    waitForAnswer(manager, { caseId, operatorId: ada, on: 'sponsor', until, reason: 'Bank details' }),
  );
  expect(await find(caseId)).toMatchObject({ status: 'waiting', waitingOn: 'sponsor', dueAt: until });
  const resume = () => run((manager) => resumeCase(manager, wanted, { detail: 'Details came.' }));
  expect([await resume(), await resume()]).toEqual([true, false]);
  const resumed = await find(caseId);
  expect(resumed).toMatchObject({ status: 'claimed', waitingOn: null, ownerId: ada });
  expect(resumed.dueAt.getTime()).toBeLessThan(until.getTime());
});

it('a case is closed once, and can be opened again unless a newer one about the subject is open', async () => {
  const wanted = newCase();
  const caseId = await open(wanted);
  const close = () =>
    run((manager) =>
      closeCase(manager, { id: caseId }, { outcome: 'refunded', reason: 'Sent.', actorId: ada }),
    );
  const closed = await Promise.all([close(), close()]);
  expect(closed.filter(Boolean)).toEqual([caseId]);
  await expect(run((manager) => claimCase(manager, { caseId, operatorId: ada }))).rejects.toThrow(
    'This case is closed: Sent.',
  );
  const reopen = () =>
    run((manager) => reopenCase(manager, { caseId, operatorId: ada, reason: 'Too early' }));
  await reopen();
  expect(await find(caseId)).toMatchObject({ status: 'claimed', outcome: null, ownerId: ada });
  await close();
  await open(wanted);
  await expect(reopen()).rejects.toThrow('a newer one');
  const unknown = { caseId: crypto.randomUUID(), operatorId: ada, reason: 'Too early' };
  await expect(run((manager) => reopenCase(manager, unknown))).rejects.toMatchObject({ status: 404 });
  expect((await actsOf(caseId)).map(([act]) => act)).toEqual(['opened', 'closed', 'reopened', 'closed']);
});

it('does not reopen an appeal, which is answered once', async () => {
  const caseId = await open(newCase({ kind: 'appeal', excludedId: ada }));
  await run((manager) => closeCase(manager, { id: caseId }, { outcome: 'denied', reason: 'As decided.' }));
  const reopen = (operatorId: string) =>
    run((manager) => reopenCase(manager, { caseId, operatorId, reason: 'Too early' }));
  await expect(reopen(ada)).rejects.toThrow('Another operator has to answer it.');
  await expect(reopen(grace)).rejects.toThrow('An appeal is answered once');
  expect(await find(caseId)).toMatchObject({ status: 'closed' });
});

// ASVS 14.2.4
it.each(['audit_entries', 'case_acts'])('rows of %s can neither be changed nor deleted', async (table) => {
  const caseId = await open();
  await run((manager) => claimCase(manager, { caseId, operatorId: ada }));
  await expect(db.query(`UPDATE ${table} SET actor_id = NULL`)).rejects.toThrow('only inserted');
  await expect(db.query(`DELETE FROM ${table}`)).rejects.toThrow('only inserted');
  await expect(db.query('DELETE FROM users WHERE id = $1', [ada])).rejects.toThrow('foreign key');
});
