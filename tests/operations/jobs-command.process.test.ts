import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { processEnv } from '#tests/support/product/process-env.ts';
import { readJobsOptions } from '../../tools/read-jobs-options.ts';

const tool = fileURLToPath(new URL('../../tools/jobs.ts', import.meta.url));

async function run(args: readonly string[], databaseUrl: string) {
  const env = processEnv({ DATABASE_URL: databaseUrl });
  const child = spawn(process.execPath, [tool, ...args], { stdio: 'pipe', env });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (printed.stdout += text));
  child.stderr.on('data', (text) => (printed.stderr += text));
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

describe('npm run jobs', () => {
  let database: TestDatabase;
  let failed: string;
  let done: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `INSERT INTO outbox (job, payload, enqueued_at, failed_at, closed_at, last_error) VALUES
         ('payments.verify', '{"reference":"cl-1"}', now(), now(), NULL, 'Error: no answer'),
         ('mail.deliver', '{}', now(), NULL, now(), NULL) RETURNING id`,
    );
    [failed, done] = rows.map(({ id }) => id);
    await client.end();
  });
  afterAll(() => database?.drop());

  it('lists, shows, retries and rejects jobs with messages and exit codes', async () => {
    const listed = await run(['list'], database.url);
    expect(listed.stdout).toContain(failed);
    expect(listed.stdout).not.toContain(done);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 jobs.') });
    const shown = await run(['show', failed, '--json'], database.url);
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'failed', payload: { reference: 'cl-1' } });
    const retried = await run(['retry', failed, done], database.url);
    expect(retried.code).toBe(2);
    expect(retried.stdout).toMatch(new RegExp(`${failed}  Reopened`));
    expect(retried.stdout).toMatch(new RegExp(`${done}  It was done at .*; there is nothing to retry`));
    expect(retried.stdout).toContain('1 retried, 1 left as they were.');
    const again = await run(['discard', failed, '--reason', 'tried twice', '--json'], database.url);
    expect(JSON.parse(again.stdout)).toEqual({
      discarded: [],
      refused: [{ id: failed, reason: expect.stringContaining('queued or running') }],
    });
    expect(again.code).toBe(2);
  });

  it('exits with 1 and one message when the database cannot be reached', async () => {
    const { code, stderr } = await run(['list'], 'postgres://courselift:secret@127.0.0.1:1/none');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot connect to PostgreSQL \(DATABASE_URL\): .+\n$/);
    expect(stderr).not.toContain('secret');
  });
});

const id = '5f0c2a52-6f0e-4a0e-9a53-0b4f2a4a7c11';

describe('the command line of npm run jobs', () => {
  it.each([
    ['an unknown command', ['rerun'], 'There is no command “rerun”. There are: list, show'],
    ['an unknown state', ['list', '--state', 'broken'], 'There is no state “broken”.'],
    ['an unknown queue', ['list', '--queue', 'post'], 'There is no queue “post”.'],
    ['an unknown job', ['list', '--name', 'mail'], 'There is no job “mail”.'],
    [
      'an age without a unit',
      ['list', '--older-than', '30'],
      '--older-than must be a number with s, m, h or d',
    ],
    ['filters that npm consumed', ['list', 'failed'], 'Options need a -- before them'],
    ['an invalid id', ['show', 'cl-1'], '“cl-1” is not the id of a job.'],
    ['a retry of everything', ['retry'], 'retry needs the ids of jobs, or a filter.'],
    ['ids and filters', ['retry', id, '--queue', 'mail'], 'ids or filters, not both'],
    ['a state that cannot be retried', ['retry', '--state', 'queued'], 'retry is for failed jobs only.'],
    ['a discard without a reason', ['discard', id], 'discard needs --reason TEXT'],
  ])('rejects %s', (_, args, sentence) => {
    expect(() => readJobsOptions(args)).toThrow(sentence);
    expect(() => readJobsOptions(args)).toThrow('Exit codes: 0 done');
  });

  it('reads filters, and shows the usage without a command', () => {
    expect(readJobsOptions([]).command).toBe('help');
    expect(readJobsOptions(['list']).filters.states).toEqual(['waiting', 'delayed', 'queued', 'failed']);
    expect(readJobsOptions(['list', '--state', 'all']).filters.states).toBeUndefined();
    expect(readJobsOptions(['retry', '--queue', 'mail', '--older-than', '1.5h']).filters).toMatchObject({
      queue: 'mail',
      olderThanMs: 5_400_000,
    });
  });
});
