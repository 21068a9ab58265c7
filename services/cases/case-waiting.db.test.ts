import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { claimCase, releaseCase } from './case-ownership.ts';
import { expectAnswer, resumeCase, waitForAnswer } from './case-waiting.ts';
import { CaseActEntity, CaseEntity } from './cases.entity.ts';
import { closeCase } from './close-case.ts';
import { type CaseKey, openCase } from './open-case.ts';

let database: TestDatabase;
let db: DataSource;
let ada: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'waiting', poolSize: 4 });
  await db.initialize();
  const operator = { email: 'ada@staff.example', fullName: 'Ada', role: 'operator' } as const;
  ada = (await db.manager.insert(UserEntity, operator)).identifiers[0]?.id;
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const run = <T>(work: (manager: EntityManager) => Promise<T>) => inTransaction(db, work);
const find = (id: string) => db.getRepository(CaseEntity).findOneByOrFail({ id });
const until = new Date(Date.now() + 9 * dayMs);
const claim = (caseId: string) => run((manager) => claimCase(manager, { caseId, operatorId: ada }));
const release = (caseId: string) => run((manager) => releaseCase(manager, { caseId, operatorId: ada }));

async function open() {
  const about: CaseKey = { kind: 'refund', subject: { type: 'payment', id: crypto.randomUUID() } };
  const id = await run((manager) => openCase(manager, { ...about, summary: 'A refund' }));
  const answer = { on: 'sponsor', matter: 'bank_details', until, detail: 'The payer was asked.' } as const;
  return {
    id,
    expectIt: () => run((manager) => expectAnswer(manager, about, answer)),
    resume: () => run((manager) => resumeCase(manager, about, { detail: 'They came.' })),
    close: () => run((manager) => closeCase(manager, { id }, { outcome: 'refunded', reason: 'Paid.' })),
  };
}

describe('a case that waits by itself', () => {
  const waiting = {
    ...{ status: 'waiting', waitingOn: 'sponsor', waitingFor: 'bank_details' },
    ...{ waitingUntil: until, dueAt: until },
  };

  it('needs no owner, has its reason in the history, and is due when the answer comes', async () => {
    const { id, expectIt, resume } = await open();
    expect(await expectIt()).toBe(true);
    expect(await find(id)).toMatchObject({ ...waiting, ownerId: null });
    expect(await resume()).toBe(true);
    const resumed = await find(id);
    expect(resumed).toMatchObject({ status: 'open', waitingOn: null, waitingFor: null, waitingUntil: null });
    expect(resumed.dueAt.getTime()).toBeLessThan(until.getTime());
    const acts = await db
      .getRepository(CaseActEntity)
      .find({ where: { caseId: id }, order: { createdAt: 'ASC' } });
    expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
      ['opened', 'A refund'],
      ['waiting', 'The payer was asked.'],
      ['resumed', 'They came.'],
    ]);
  });

  it('still waits when it is claimed and released, because its date is still true', async () => {
    const { id, expectIt, resume } = await open();
    await expectIt();
    await claim(id);
    expect(await find(id)).toMatchObject({ ...waiting, ownerId: ada });
    await release(id);
    expect(await find(id)).toMatchObject({ ...waiting, ownerId: null });
    await claim(id);
    await resume();
    expect(await find(id)).toMatchObject({ status: 'claimed', ownerId: ada });
  });

  it('is not started in a case that is closed', async () => {
    const { id, expectIt, close } = await open();
    await expectIt();
    await close();
    expect(await find(id)).toMatchObject({ status: 'closed', waitingFor: null, waitingUntil: null });
    expect(await expectIt()).toBe(false);
    expect(await find(id)).toMatchObject({ status: 'closed' });
  });
});

it('a case that an operator lets wait is due now when it is released, and keeps no later date', async () => {
  const { id, expectIt } = await open();
  await expectIt();
  await claim(id);
  const wait = { caseId: id, operatorId: ada, on: 'learner', until, reason: 'Asked by phone.' } as const;
  await run((manager) => waitForAnswer(manager, wait));
  expect(await find(id)).toMatchObject({ waitingOn: 'learner', waitingFor: null });
  await release(id);
  const released = await find(id);
  expect(released).toMatchObject({ status: 'open', ownerId: null, waitingOn: null, waitingUntil: null });
  expect(released.dueAt.getTime()).toBeLessThan(until.getTime() - 8 * dayMs);
});

it('a case that is released without having waited keeps when it is due', async () => {
  const { id } = await open();
  const { dueAt } = await find(id);
  await claim(id);
  await release(id);
  expect(await find(id)).toMatchObject({ status: 'open', dueAt });
});
