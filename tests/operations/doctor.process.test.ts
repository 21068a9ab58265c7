import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import type { CheckResult } from '#services/admin/doctor/check.ts';
import { examine } from '#services/admin/doctor/examine.ts';
import { requestAccount } from '#services/ledger/postings.ts';
import { recordCapture } from '#services/ledger/record-transaction.ts';
import type { Config } from '#services/platform/config.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import { insertPayments, type LedgerPayment } from '#tests/money/ledger-fixture.ts';
import { join } from '#tests/support/people/people.ts';
import { processEnv } from '#tests/support/product/process-env.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { startRedis } from '#tests/support/servers/start-redis.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';

const redis = requireRedis();
const canary = `canary${randomBytes(8).toString('hex')}`;
const refused = '127.0.0.1:1';
let product: TestProduct;
let folder: string;
let sent = 0;
let smtp: SMTPServer;
let smtpUrl: string;
let silent: Server;
beforeAll(async () => {
  product = await startTestProduct({ BRAND_CONTACT_EMAIL: 'us@hope.org' });
  folder = await mkdtemp(joinPath(tmpdir(), 'courselift-doctor-'));
  // It repeats the password that it rejects.
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`Wrong password ${password}`)),
    onData(_stream, _session, done) {
      sent += 1;
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  smtpUrl = `smtp://mailer:${canary}@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  silent?.close();
  await new Promise<void>((resolve) => smtp?.close(() => resolve()));
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

const machine = (environment: Record<string, string> = {}) => ({
  backupFolder: folder,
  hasBackups: true,
  folders: [folder],
  environment,
});

/** Runs all checks and returns the one of this name. */
async function check(name: string, change: Partial<Config> = {}): Promise<CheckResult | undefined> {
  const results = await examine({ ...product.config, ...change }, machine());
  return results.find((result) => result.name === name);
}

/** Runs SQL without triggers and foreign keys. */
function write(sql: string, values: readonly unknown[] = []): Promise<void> {
  return product.db.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(sql, [...values]);
  });
}

async function run(env: Record<string, string>, args: readonly string[] = []) {
  const tool = fileURLToPath(new URL('../../tools/ops-doctor.ts', import.meta.url));
  const options = { cwd: folder, env: processEnv(env) };
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [tool, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}

const backup = async (hoursAgo: number) => {
  const at = new Date(Date.now() - hoursAgo * hourMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  await writeFile(joinPath(folder, `courselift-${at}.age`), '');
};

describe('npm run ops:doctor', () => {
  it('finds nothing wrong with a product that works, and exits with 0', async () => {
    const workers = await product.startWorkers();
    await backup(1);
    const env = { ...product.env, BACKUP_FOLDER: folder, BACKUP_RECIPIENTS: 'age1canary' };
    const { code, output } = await run(env, ['--json']);
    await workers.stop();
    const { ok, checks } = JSON.parse(output) as { ok: boolean; checks: CheckResult[] };
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect([code, ok, checks.length]).toEqual([0, true, 28]);
    expect(checks.filter(({ state }) => state === 'ok').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Clock',
        'Migrations',
        'Processes',
        'Payment provider',
        'Mail server',
        'Backup',
      ]),
    );
  });

  it('exits with 2 where it cannot run, and prints no secret', async () => {
    const secret = product.env.TOKEN_SECRET ?? '';
    const changes = [
      { TOKEN_SECRET: '' },
      { TOKEN_SIGNING_KEY: secret },
      { TOKEN_KEYS: `${secret},${secret}` },
    ];
    const results = await Promise.all(changes.map((change) => run({ ...product.env, ...change })));
    for (const { code, output } of results) {
      expect([code, output.split('\n').length]).toEqual([2, 2]);
      expect(output).not.toContain(secret);
    }
    expect((await run(product.env, ['--jsno'])).code).toBe(2);
  });

  // ASVS 13.3.1, 16.2.5
  it('prints one line for each failed check, exits with 1, and never prints a secret', async () => {
    const keys = {
      token: randomBytes(32).toString('base64'),
      credential: Buffer.alloc(32, 7).toString('base64'),
    };
    const env = {
      ...product.env,
      SANDBOX: 'false',
      DATABASE_URL: `postgres://app:${canary}@${refused}/x`,
      REDIS_URL: `redis://:${canary}@${refused}`,
      SMTP_URL: smtpUrl,
      PAYMENT_SECRET_KEY: `sk_test_${canary}`,
      TOKEN_SECRET: keys.token,
      TOKEN_KEYS: `1:${keys.credential}`,
      CREDENTIAL_KEYS: `1:${keys.credential}`,
      GOOGLE_CLIENT_SECRET: canary,
      FILES_STORE: 's3',
      FILES_S3_ENDPOINT: `http://${refused}`,
      FILES_S3_BUCKET: 'files',
      FILES_S3_ACCESS_KEY: canary,
      FILES_S3_SECRET_KEY: canary,
      PUBLIC_URL: `https://${refused}`,
    };
    const texts = await Promise.all([run(env), run(env, ['--json'])]);
    for (const { code, output } of texts) {
      expect(code).toBe(1);
      for (const secret of [canary, keys.token, keys.credential]) expect(output).not.toContain(secret);
    }
    const lines = (texts[0]?.output ?? '').split('\n');
    for (const line of [
      /^FAILED {2}Settings .*TOKEN_KEYS 1 is no random key.*CREDENTIAL_KEYS contains a key that also signs.* – .*operations\.md#checks-at-the-start$/,
      /^FAILED {2}PostgreSQL .*DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 is unavailable \(connection refused\)\. – /,
      /^FAILED {2}Redis .*REDIS_URL: Redis at 127\.0\.0\.1:1 is unavailable/,
      /^FAILED {2}Payment provider .*rejects PAYMENT_SECRET_KEY – .*#courseliftproviderunavailable$/,
      /^FAILED {2}Mail server .*SMTP_URL: The mail server at 127\.0\.0\.1:\d+ rejects the sign-in\. – /,
      /^skipped Migrations .*needs PostgreSQL$/,
      /^warning Certificate .*cannot be reached from this machine \(ECONNREFUSED\) – /,
    ])
      expect(
        lines.filter((printed) => line.test(printed)),
        String(line),
      ).toHaveLength(1);
    expect(sent).toBe(0);
  });

  it('names a section of docs/operations.md for every check', async () => {
    const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const { name, section } of await examine(product.config, machine()))
      expect(anchors, name).toContain(section);
  });
});

describe('a check', () => {
  const id = randomUUID();
  const old = "now() - interval '20 minutes'";
  const insertPayment = (reference: string, age: string) =>
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency, status, created_at)
     VALUES ('${reference}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 100, 0, 100, 'NGN', 'pending', now() - interval '${age}')`;
  const insertLogin = (version: string) =>
    `INSERT INTO platform_logins (request_id, key_version, wrapped_key, encrypted) VALUES ('${id}', '${version}', '\\x00', '\\x00')`;
  const insertRun = (differences: number, failure: string, age = '1 hour') =>
    `INSERT INTO reconciliation_runs (since, difference_count, failure, started_at, finished_at)
     VALUES (now(), ${differences}, ${failure}, now(), now() - interval '${age}')`;
  const insertJob = (columns: string, values: string) =>
    `INSERT INTO outbox (job, payload, ${columns}) VALUES (${values})`;

  /** Statements that break things at once, and the findings of the checks. */
  const rounds: { sql: string[]; expected: Record<string, [state: string, text: RegExp]> }[] = [
    {
      sql: [
        "UPDATE repeatable_migrations SET hash = hash || 'x' WHERE path LIKE '%ledger/1-rules.sql'",
        insertJob('available_at', `'mail.deliver', '{}', ${old}`),
        insertJob('enqueued_at, failed_at', "'mail.deliver', '{}', now(), now()"),
        insertJob('enqueued_at, failed_at', "'payments.verify', '{}', now(), now()"),
        insertJob('enqueued_at, available_at', `'payments.verify', '{}', now(), ${old}`),
        insertPayment('cl-paid', '1 hour'),
        insertPayment('cl-late', '4 days'),
        `INSERT INTO webhook_inbox (event, natural_key, reference, payload, created_at)
         VALUES ('charge.success', 'doctor', 'cl-paid', '{}', ${old})`,
        `INSERT INTO ledger_postings (transaction_id, line, account, currency, amount_minor)
         VALUES ('${id}', 1, 'provider', 'NGN', 5)`,
        'INSERT INTO purchases (request_id, payment_id) VALUES (gen_random_uuid(), gen_random_uuid())',
        insertRun(2, 'NULL'),
        insertLogin('9'),
      ],
      expected: {
        Migrations: ['failed', /^1 pending, the first is .*ledger.*npm run db:migrate$/],
        Outbox: ['failed', /^the oldest ready job waits for: mail 1\d\d\d s$/],
        'Failed jobs': ['failed', /^(?=.*mail 1)(?=.*payments 1).*npm run jobs/],
        'Stalled jobs': ['failed', /^not done since they were due: payments 1\d\d\d s$/],
        Webhooks: ['failed', /^1 in 7 days, 1 not processed$/],
        'Open payments': ['failed', /^1 of 2 for longer than 73 h$/],
        Ledger: ['failed', new RegExp(`^ledger transaction ${id} is not balanced in NGN$`)],
        'Cases about money': ['failed', /^missing for purchase: 1; they are opened within an hour$/],
        Reconciliation: ['failed', /^1 h ago, 2 differences/],
        'Stored credentials': ['failed', /^key 9 of 1 rows is not in CREDENTIAL_KEYS$/],
      },
    },
    {
      sql: [insertRun(0, "'x'"), insertLogin('1')],
      expected: {
        Reconciliation: ['failed', /^1 h ago, not finished/],
        'Stored credentials': [
          'failed',
          new RegExp(`^key 1 of CREDENTIAL_KEYS does not decrypt platform_logins ${id}`),
        ],
      },
    },
    {
      sql: [insertRun(0, 'NULL', '2 days')],
      expected: { Reconciliation: ['warning', /^48 h ago/] },
    },
  ];

  it('finds what was broken, and that it is well again', async () => {
    for (const { sql, expected } of rounds) {
      for (const statement of sql) await write(statement);
      const broken = await examine(product.config, machine());
      for (const [name, [state, line]] of Object.entries(expected))
        expect(broken.find((result) => result.name === name)).toMatchObject({
          state,
          found: expect.stringMatching(line),
        });
      for (const table of [
        'outbox',
        'purchases',
        'payments',
        'webhook_inbox',
        'ledger_postings',
        'reconciliation_runs',
        'platform_logins',
      ])
        await write(`DELETE FROM ${table}`);
      await write("UPDATE repeatable_migrations SET hash = rtrim(hash, 'x')");
      const after = await examine(product.config, machine());
      const names = Object.keys(expected);
      expect(after.filter(({ name, state }) => names.includes(name) && state === 'failed')).toEqual([]);
    }
  });

  it('of ended requests names the account that holds money of a payment that was given back', async () => {
    const [{ paymentId, requestId }] = (await insertPayments(product.db, 1)) as [LedgerPayment];
    const account = requestAccount(requestId);
    const capture = { paymentId, account, capturedMinor: 2_001_800, feeMinor: 1_800, currency: 'NGN' };
    await product.db.transaction((manager) => recordCapture(manager, capture));
    expect(await check('Money of ended requests')).toMatchObject({ state: 'ok' });
    await product.db.query(`UPDATE payments SET status = 'reversed' WHERE id = $1`, [paymentId]);
    expect(await check('Money of ended requests')).toMatchObject({
      state: 'failed',
      found: `1 accounts: ${account}: it holds ₦20,000 (NGN), and its request has ended.`,
    });
    for (const table of ['ledger_postings', 'ledger_transactions', 'payments'])
      await write(`DELETE FROM ${table}`);
  });

  it('of processes finds that no worker runs', async () => {
    expect(await check('Processes')).toMatchObject({ state: 'failed', found: 'API: 1, workers: 0' });
  });

  it('of credentials warns of rows of an earlier key', async () => {
    const { credentialKeys } = product.config;
    const stored = encryptPassword('x', id, { credentialKeys });
    await write(
      'INSERT INTO platform_logins (request_id, key_version, wrapped_key, encrypted) VALUES ($1, $2, $3, $4)',
      [id, stored.keyVersion, stored.wrappedKey, stored.encrypted],
    );
    const keys = { ...credentialKeys, 2: randomBytes(32).toString('base64') };
    expect(
      await check('Stored credentials', { credentialKeys: keys, credentialKeyVersion: '2' }),
    ).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^key 2 encrypts 0 of 1 rows; .*ops:rotate-keys credentials$/),
    });
    await write('DELETE FROM platform_logins');
  });

  it('of sample people and of settings is stricter outside of a sandbox', async () => {
    const { email } = await join(product.url, 'learner');
    await product.db.query('UPDATE users SET is_sample = true WHERE email = $1', [email]);
    expect((await check('Sample people'))?.state).toBe('skipped');
    expect(await check('Sample people', { isSandbox: false })).toMatchObject({ state: 'failed' });
    await product.db.query('UPDATE users SET is_sample = false');
    expect(await check('Sample people', { isSandbox: false })).toMatchObject({ state: 'ok' });
    expect(await check('Settings', { isSandbox: false })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('is a test key'),
    });
  });

  it('of connections and of the role warns of what can go wrong', async () => {
    const pools = { ...product.config.pools, api: 1_000 };
    expect(await check('Connections', { pools })).toMatchObject({ state: 'warning' });
    const { url: databaseUrl = '' } = product.db.options as { url?: string };
    expect(await check('Role')).toMatchObject({ state: 'ok' });
    expect(await check('Role', { databaseUrl })).toMatchObject({ state: 'warning' });
  });

  it.each([
    ['a password', (owner: URL) => ({ POSTGRES_PASSWORD: decodeURIComponent(owner.password) })],
    ['an address', (owner: URL) => ({ MIGRATION_DATABASE_URL: owner.href })],
  ])('of the role warns of %s with which the process becomes the owner of the tables', async (_, given) => {
    const owner = new URL((product.db.options as { url?: string }).url ?? '');
    const environment = given(owner);
    const results = await examine(product.config, machine({ SMTP_PASSWORD: canary, ...environment }));
    expect(results.find(({ name }) => name === 'Role')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(
        new RegExp(`^${Object.keys(environment)[0]} lets this process become the owner of the tables`),
      ),
    });
  });

  it('of Redis, where the queues are there, is that of the start', needs(redis), async () => {
    const server = await startRedis(redis.path ?? '', { settings: { maxmemory: '100mb' } });
    try {
      const { url: redisUrl } = server;
      expect(await check('Redis', { redisUrl })).toMatchObject({ state: 'ok' });
      await server.kill();
      expect(await check('Redis', { redisUrl })).toMatchObject({
        state: 'failed',
        found: expect.stringMatching(/^REDIS_URL: Redis at .* is unavailable \(connection refused\)\.$/),
      });
    } finally {
      await server.stop();
    }
  });

  it('of the mail server says why it cannot be reached', async () => {
    const mail = { ...product.config.mail, smtpUrl: `smtp://${refused}` };
    expect(await check('Mail server', { mail })).toMatchObject({
      state: 'failed',
      found: `SMTP_URL: The mail server at ${refused} is unavailable (connection refused).`,
    });
  });

  it('of the provider and of Google ends at its time limit', async () => {
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const payment = { ...product.config.payment, baseUrl, timeoutMs: 200 };
    expect(await check('Payment provider', { payment })).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/^PAYMENT_BASE_URL: The provider at .* is unavailable \(no response\)\.$/),
    });
    const google = product.config.google && { ...product.config.google, jwksUrl: `http://${refused}` };
    expect(await check('Google sign-in', { google })).toMatchObject({ state: 'failed' });
    expect(await check('Google sign-in', { google: null })).toMatchObject({ state: 'skipped' });
  });

  it('of backups finds none, and an old one', async () => {
    await rm(folder, { recursive: true });
    expect(await check('Backup')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/^there is none/),
    });
    await mkdir(folder);
    await backup(30);
    expect(await check('Backup')).toMatchObject({ state: 'failed', found: 'the last of 1 is 30 h old' });
    await backup(1);
    expect(await check('Backup')).toMatchObject({ state: 'ok', found: 'the last of 2 is 1 h old' });
  });
});
