import { beforeAll, expect, it, vi } from 'vitest';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { listImports, startImport } from '#contracts/desk/desk-catalogue.ts';
import { getReconciliation, startReconciliation } from '#contracts/desk/desk-money.ts';
import { discardJobs, listQueues, retryJobs } from '#contracts/desk/desk-queues.ts';
import { queueNames } from '#contracts/queue-names.ts';
import { comeOfAgeJob } from '#services/accounts/accounts.jobs.ts';
import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { sampleQueuesJob } from '#services/platform/queue/housekeeping.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';

const fileOf = (name: string) =>
  `title,platform,url,status\n${name},Coursera,https://www.coursera.org/learn/${name},Free\n`;

onBothBackends('jobs that operators start', {}, (product) => {
  let ada: TestOperator;
  beforeAll(async () => {
    ada = await joinDesk(product(), 'operator', 'Ada');
  });
  const countFound = async (search: string) =>
    (await callApi(product().url, filterCourses, { query: { search } })).body.totalCourses;
  const ended = (id: string) =>
    vi.waitFor(async () => {
      const { body } = await callDesk(product().url, listImports, {}, ada.cookie);
      const imported = body.data.find((entry) => entry.id === id);
      expect(imported?.finishedAt).toEqual(expect.any(String));
      return imported;
    }, patient);

  it('import an uploaded file once', async () => {
    const form = new FormData();
    form.append('fileName', 'courses.csv');
    form.append('preset', 'courselift');
    form.append('file', new Blob([fileOf('weaving')]), 'courses.csv');
    const response = await fetch(`${product().url}/api${startImport.path}`, {
      method: 'POST',
      headers: { cookie: ada.cookie },
      body: form,
    });
    expect(response.status).toBe(202);
    const { data } = (await response.json()) as { data: { id: string } };
    expect(await ended(data.id)).toMatchObject({ status: 'finished', counts: { rows: 1, added: 1 } });
    expect(await countFound('weaving')).toBe(1);
  });

  it('reconcile the ledger at once', async () => {
    const { url } = product();
    expect((await callDesk(url, startReconciliation, {}, ada.cookie)).status).toBe(202);
    await vi.waitFor(async () => {
      const { isRunning, runs } = (await callDesk(url, getReconciliation, {}, ada.cookie)).body.data;
      expect(isRunning).toBe(false);
      expect(runs).toMatchObject([{ requestedBy: 'Ada', failure: null, differenceCount: 0 }]);
    }, patient);
  });

  const addFailed = async (name: string) => {
    const { db } = product();
    const [upload] = await db.query(
      `INSERT INTO course_uploads (requested_by_id, file_name, preset, content, size_bytes)
       VALUES ($1, 'courses.csv', 'courselift', $2, 10) RETURNING id`,
      [ada.id, Buffer.from(fileOf(name))],
    );
    const [job] = await db.query(
      `INSERT INTO outbox (job, payload, enqueued_at, failed_at, last_error)
       VALUES ($1, $2, now(), now(), 'Error: no space left') RETURNING id`,
      [importUploadJob.name, { id: upload.id }],
    );
    return { uploadId: upload.id as string, jobId: job.id as string };
  };
  const failedJobs = async () => (await callDesk(product().url, listQueues, {}, ada.cookie)).body.data.failed;

  it('run again after they failed', async () => {
    const { uploadId, jobId } = await addFailed('spinning');
    expect(await failedJobs()).toMatchObject([{ id: jobId, lastError: 'Error: no space left' }]);
    const again = { body: { ids: [jobId], reason: 'There is space again.' } };
    expect((await callDesk(product().url, retryJobs, again, ada.cookie)).status).toBe(200);
    expect(await ended(uploadId)).toMatchObject({ status: 'finished', counts: { added: 1 } });
    expect(await failedJobs()).toEqual([]);
  });

  it('never run again once they are discarded, also when they are retried or discarded afterwards', async () => {
    const { url, db } = product();
    const discarded = await addFailed('felting');
    const body = { ids: [discarded.jobId], reason: 'The file was wrong.' };
    expect((await callDesk(url, discardJobs, { body }, ada.cookie)).status).toBe(200);
    expect(await failedJobs()).toEqual([]);
    expect((await callDesk(url, discardJobs, { body }, ada.cookie)).status).toBe(409);
    expect((await callDesk(url, retryJobs, { body }, ada.cookie)).status).toBe(409);
    // A job of the same queue that is enqueued later.
    const later = await addFailed('crochet');
    const again = { body: { ids: [later.jobId], reason: 'There is space again.' } };
    expect((await callDesk(url, retryJobs, again, ada.cookie)).status).toBe(200);
    expect(await ended(later.uploadId)).toMatchObject({ status: 'finished' });
    const [upload] = await db.query('SELECT status FROM course_uploads WHERE id = $1', [discarded.uploadId]);
    expect(upload).toEqual({ status: 'queued' });
    expect(await countFound('felting')).toBe(0);
    const entries = await db.query(
      `SELECT actor_id, reason FROM audit_entries WHERE action = 'job.discard' AND subject = $1`,
      [`outbox:${discarded.jobId}`],
    );
    expect(entries).toEqual([{ actor_id: ada.id, reason: body.reason }]);
  });

  it('are counted by minute, once however many workers are asked to', async () => {
    const { db } = product();
    await inTransaction(db, async (manager) => {
      for (const _ of ['once', 'twice']) await enqueue(manager, sampleQueuesJob, {});
    });
    await vi.waitFor(async () => {
      const [{ open }] = await db.query(
        'SELECT count(*)::int AS open FROM outbox WHERE job = $1 AND closed_at IS NULL',
        [sampleQueuesJob.name],
      );
      expect(open).toBe(0);
    }, patient);
    const minutes = await db.query(
      'SELECT at, count(*)::int AS queues FROM queue_samples GROUP BY at ORDER BY at',
    );
    for (const { at, queues } of minutes)
      expect([at.getTime() % 60_000, queues]).toEqual([0, queueNames.length]);
    expect(minutes.length).toBeGreaterThanOrEqual(1);
  });

  it('a scheduled one makes accounts those of adults, once', async () => {
    const { url, db } = product();
    const learner = await join(url, 'learner', {
      isAdult: 'false',
      guardianEmail: 'guardian@people.example',
      adultFrom: new Date().toISOString().slice(0, 10),
    });
    await inTransaction(db, async (manager) => {
      for (const _ of ['once', 'twice']) await enqueue(manager, comeOfAgeJob, {});
    });
    await vi.waitFor(async () => {
      const [{ open }] = await db.query(
        'SELECT count(*)::int AS open FROM outbox WHERE job = $1 AND closed_at IS NULL',
        [comeOfAgeJob.name],
      );
      expect(open).toBe(0);
    }, patient);
    const [user] = await db.query(
      'SELECT is_minor, (SELECT count(*)::int FROM outbox WHERE payload @> $2) AS mails FROM users WHERE email = $1',
      [learner.email, { mail: 'came-of-age' }],
    );
    expect(user).toEqual({ is_minor: false, mails: 1 });
  });
});
