import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { captureEmail, confirmSubscription } from '#contracts/newsletter/newsletter.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { containersOf, docker, type Ended, run } from './docker.ts';
import { awaitMail, countMails, type Pair, pay, persist, signUpPair, startLoad } from './load.ts';

/** Folder for files of the drill, and the file with the settings of Compose. */
interface Place {
  folder: string;
  file: string;
}

const receipt = /^Your receipt/;
const ours = ['api', 'worker'];
const processes = { api: 2, worker: 3 };
/** A sponsor has a limit. */
const mostPayments = 300;

/** Runs all steps, prints a line for each, and returns whether all were right. A step that fails does not end the drill. */
export async function drill(place: Place): Promise<boolean> {
  let pair: Pair | undefined;
  const paid: string[] = [];
  const payMany = async (count: number) => {
    pair ??= await signUpPair();
    const people = pair;
    for (let left = count; left > 0; left -= 4)
      paid.push(...(await Promise.all(Array.from({ length: Math.min(4, left) }, () => pay(people)))));
  };
  const steps: [string, () => Promise<string>][] = [
    ['build', build],
    ['start', start],
    ['confinement', checkConfinement],
    ['secrets', checkSecrets],
    [
      'payments and mails',
      () =>
        checkMoney(
          () => payMany(4),
          () => paid,
          () => pair,
        ),
    ],
    ['newsletter', checkNewsletter],
    [
      'kill and restarts under payments',
      () =>
        checkOutages(
          payMany,
          () => paid,
          () => pair,
        ),
    ],
    ['upgrade under load', () => upgrade(payMany, () => paid)],
    ['failed upgrades under load', () => failUpgrades(place)],
    ['backup', () => backUp(place)],
    ['restore', () => restore(place, () => paid)],
    ['end', end],
    ['trial', tryTrial],
  ];
  let isRight = true;
  for (const [name, step] of steps) {
    const startedAt = performance.now();
    const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`.padStart(6);
    try {
      const result = await step();
      process.stdout.write(`ok     ${seconds()}  ${name}: ${result}\n`);
    } catch (error) {
      isRight = false;
      process.stdout.write(`FAILED ${seconds()}  ${name}: ${(error as Error).message}\n`);
      if (name === 'build' || name === 'start') break;
    }
  }
  return isRight;
}

async function build(): Promise<string> {
  await docker('compose', 'build');
  const size = await docker('image', 'inspect', '-f', '{{.Size}}', 'courselift');
  return `image of ${(Number(size) / 1e6).toFixed(0)} MB`;
}

async function start(): Promise<string> {
  await docker('compose', 'up', '-d', '--wait', ...ours, 'proxy', 'sandbox');
  for (const service of ours)
    equal((await containersOf(service)).length, processes[service as keyof typeof processes]);
  return `${Object.values(processes).join(' APIs and ')} workers, healthy`;
}

/** Looks into the containers: account, capabilities, files. */
async function checkConfinement(): Promise<string> {
  const services = ['api', 'worker', 'proxy', 'postgres', 'redis', 'limits', 'sandbox'];
  for (const service of services) {
    const [container = ''] = await containersOf(service);
    const status = await docker('exec', container, 'sh', '-c', 'id -u; cat /proc/self/status');
    notEqual(status.split('\n')[0], '0', `${service} runs as root`);
    match(status, /^CapEff:\s0+$/m, `${service} has capabilities`);
    match(status, /^NoNewPrivs:\s1$/m, `${service} may gain privileges`);
    if (service === 'postgres') continue;
    const written = await run('docker', ['exec', container, 'sh', '-c', 'touch /usr/x /etc/x']);
    notEqual(written.code, 0, `${service} can write to its files`);
  }
  return `${services.length} services without root, capabilities and writable files`;
}

/** As an intruder in the API would: the password of the owner, and the ledger. */
async function checkSecrets(): Promise<string> {
  for (const service of [...ours, 'proxy', 'sandbox', 'redis']) {
    const [container = ''] = await containersOf(service);
    const names = await docker('exec', container, 'env');
    ok(!/POSTGRES_PASSWORD|MIGRATION_DATABASE_URL/.test(names), `${service} knows the owner of the tables`);
  }
  const { checks } = await examine();
  const role = checks.find(({ name }) => name === 'Role');
  equal(role?.state, 'ok', role?.found);
  return `${role?.found}`;
}

async function checkMoney(
  payFour: () => Promise<void>,
  paid: () => readonly string[],
  pair: () => Pair | undefined,
): Promise<string> {
  await payFour();
  await awaitSettled(paid());
  const address = pair()?.sponsor.email ?? '';
  const expected = { mails: paid().length, again: 0 };
  await persist('get the receipts', async () => deepEqual(await countMails(address, receipt), expected));
  return `${paid().length} payments settled, as many receipts`;
}

async function checkNewsletter(): Promise<string> {
  const [url, email] = ['http://127.0.0.1:4321', `reader-${Date.now()}@people.example`];
  equal((await callApi(url, captureEmail, { body: { email } })).status, 200);
  const { text } = await awaitMail(email, /confirm|newsletter/i);
  const token = /token=([^\s>)&]+)/.exec(text)?.[1] ?? '';
  equal(
    (await callApi(url, confirmSubscription, { body: { token: decodeURIComponent(token) } })).status,
    200,
  );
  return 'joined and confirmed';
}

/** Payments go on while a worker is killed, and Redis and PostgreSQL restart. */
async function checkOutages(
  payMany: (count: number) => Promise<void>,
  paid: () => readonly string[],
  pair: () => Pair | undefined,
): Promise<string> {
  const before = paid().length;
  const payments = payMany(48);
  const [worker = ''] = await containersOf('worker');
  // Everything but process 1, which ends with it; "docker kill" would count as a stop on purpose.
  await run('docker', ['exec', worker, 'sh', '-c', 'kill -9 -1']);
  await docker('compose', 'restart', 'redis');
  await docker('compose', 'restart', 'postgres');
  await payments;
  await awaitSettled(paid());
  await persist('see the killed worker again', async () =>
    equal(await docker('inspect', '-f', '{{.State.Health.Status}} {{.RestartCount}}', worker), 'healthy 1'),
  );
  const address = pair()?.sponsor.email ?? '';
  await persist('get the receipts', async () =>
    equal((await countMails(address, receipt)).mails, paid().length),
  );
  // The mails that the server had accepted when the worker died are sent again, under the same Message-ID (docs/reliability.md).
  const { again } = await countMails(address, receipt);
  const { checks } = await examine();
  deepEqual(
    checks.filter(({ state }) => state === 'failed'),
    [],
  );
  return `${paid().length - before} payments, none lost or twice, as many receipts, ${again} of them sent again`;
}

async function upgrade(
  payMany: (count: number) => Promise<void>,
  paid: () => readonly string[],
): Promise<string> {
  const before = await Promise.all(ours.map(containersOf));
  const load = startLoad();
  const upgraded = run('deploy/upgrade.sh', []);
  while ((await isRunning(upgraded)) && paid().length < mostPayments) await payMany(4);
  const ended = await upgraded;
  await awaitSettled(paid());
  const { requests, failed } = await load.stop();
  equal(ended.code, 0, tail(ended));
  deepEqual(failed, []);
  const after = await Promise.all(ours.map(containersOf));
  deepEqual(
    after.map(({ length }) => length),
    Object.values(processes),
  );
  for (const container of after.flat())
    ok(!before.flat().includes(container), 'a container was not replaced');
  match(ended.output, /done: 2 API, 3 worker/);
  return `${failed.length} of ${requests} requests failed, ${paid().length} payments settled`;
}

/** A migration that fails, and new containers that do not start. */
async function failUpgrades({ file }: Place): Promise<string> {
  const settings = await readFile(file, 'utf8');
  const before = await Promise.all(ours.map(containersOf));
  const load = startLoad();
  try {
    for (const [broken, complaint] of [
      ['POSTGRES_PASSWORD=another', /The migration failed/],
      ['TOKEN_DAYS=never', /api is not ready after|api does not start/],
    ] as const) {
      await writeFile(file, `${settings}\n${broken}\n`);
      const ended = await run('deploy/upgrade.sh', [], { env: { UPGRADE_LIMIT_SECONDS: '40' } });
      equal(ended.code, 1, tail(ended));
      match(ended.errors, complaint);
      match(ended.errors, /Rolled back/);
      deepEqual(await Promise.all(ours.map(containersOf)), before);
    }
  } finally {
    await writeFile(file, settings);
  }
  const { requests, failed } = await load.stop();
  deepEqual(failed, []);
  return `rolled back twice, ${failed.length} of ${requests} requests failed`;
}

async function backUp({ folder, file }: Place): Promise<string> {
  // The key is made in a container, whose files are read-only, and leaves it by the pipe.
  const keyRun = await runBackup(
    'sh',
    '-c',
    'node tools/ops-backup.ts --new-key /tmp/key >&2 && cat /tmp/key',
  );
  equal(keyRun.code, 0, tail(keyRun));
  await writeFile(join(folder, 'backup.key'), `${keyRun.output}\n`, { mode: 0o600 });
  await appendFile(file, `${/^BACKUP_RECIPIENTS=.*$/m.exec(keyRun.errors)?.[0]}\n`);
  const written = await runBackup('node', 'tools/ops-backup.ts');
  equal(written.code, 0, tail(written));
  return written.output.split('\n')[0] ?? '';
}

async function restore({ folder }: Place, paid: () => readonly string[]): Promise<string> {
  const identity = await readFile(join(folder, 'backup.key'), 'utf8');
  const backup = (await runBackup('sh', '-c', 'ls /backups/*.age')).output;
  const command = ['node', 'tools/ops-restore.ts', backup, '--identity', '/dev/stdin'];
  const checked = await runBackupWith(identity, ...command, '--check');
  equal(checked.code, 0, tail(checked));
  // The proxy as well: without an API it would count as unhealthy when all are started again.
  await docker('compose', 'stop', 'proxy', ...ours);
  const restored = await runBackupWith(identity, ...command, '--replace', 'courselift');
  equal(restored.code, 0, tail(restored));
  match(restored.output, /rows, checksums and ledger are the same/);
  match(restored.output, /The role courselift_app may use the tables/);
  await docker('compose', 'up', '-d', '--wait', ...ours, 'proxy');
  await awaitSettled(paid());
  const { checks } = await examine();
  deepEqual(
    checks.filter(({ state }) => state === 'failed'),
    [],
  );
  return restored.output.split('\n')[0] ?? '';
}

async function end(): Promise<string> {
  const project = JSON.parse(await docker('compose', 'config', '--format', 'json')).name as string;
  const all = ['api', 'worker', 'proxy', 'postgres', 'redis', 'limits'];
  const ids = (await Promise.all(all.map(containersOf))).flat();
  await docker('compose', 'stop');
  const codes = await Promise.all(ids.map((id) => docker('inspect', '-f', '{{.State.ExitCode}}', id)));
  deepEqual([...new Set(codes)], ['0'], `exit codes ${codes}`);
  await docker('compose', 'down', '-v');
  for (const kind of ['container', 'volume', 'network'])
    equal(await docker(kind, 'ls', '-q', '--filter', `label=com.docker.compose.project=${project}`), '');
  return `${ids.length} containers ended with code 0, and nothing is left`;
}

/** The trial of deploy/trial.env, which the settings of the drill have nothing to do with. */
async function tryTrial(): Promise<string> {
  const trial = (...args: string[]) => run('docker', ['compose', '--env-file', 'deploy/trial.env', ...args]);
  try {
    const started = await trial('up', '-d', '--build', '--wait', 'api', 'worker', 'proxy', 'sandbox');
    equal(started.code, 0, tail(started));
    const added = await trial('run', '--rm', '-T', 'sample-people');
    equal(added.code, 0, tail(added));
    match(added.output, /Sample sign-ins/);
    const paths = ['/', '/explore', '/help-learner', '/terms.html', '/ops/sign-in', '/nothing-is-here'];
    for (const path of paths)
      match(await (await fetch(`http://127.0.0.1:4321${path}`)).text(), /This is a trial/, path);
    const live = ['-e', 'PAYMENT_SECRET_KEY=sk_live_0123456789'];
    for (const service of ['api', 'worker', 'sandbox', 'sample-people']) {
      const refused = await trial('run', '--rm', '--no-deps', '-T', ...live, service);
      notEqual(refused.code, 0, `${service} accepts a live key`);
      match(refused.errors, /live key/);
    }
    return `sample people, a notice on ${paths.length} of ${paths.length} pages, a live key is refused by all`;
  } finally {
    await trial('down', '-v', '--timeout', '20');
  }
}

const runBackup = (...command: string[]): Promise<Ended> => runBackupWith(undefined, ...command);
const runBackupWith = (input: string | undefined, ...command: string[]): Promise<Ended> =>
  run('docker', ['compose', 'run', '--rm', '--no-deps', '-T', 'backup', ...command], {
    input,
  });

async function examine(): Promise<{ checks: { name: string; state: string; found: string }[] }> {
  const [container = ''] = await containersOf('api');
  return JSON.parse(
    (await run('docker', ['exec', container, 'node', 'tools/ops-doctor.ts', '--json'])).output,
  );
}

/** Waits until each payment succeeded, once, and the ledger has each amount once. */
function awaitSettled(references: readonly string[]): Promise<void> {
  const list = references.map((reference) => `'${reference}'`).join();
  return persist('see the payments settled', async () => {
    const [settled, captured] = await Promise.all([
      query(`SELECT count(*) FROM payments WHERE status = 'approved' AND reference IN (${list})`),
      query(
        `SELECT count(*) FROM ledger_transactions t JOIN payments p ON p.id = t.payment_id WHERE t.kind = 'capture' AND p.reference IN (${list})`,
      ),
    ]);
    deepEqual([settled, captured], [String(references.length), String(references.length)]);
  });
}

async function query(sql: string): Promise<string> {
  const [postgres = ''] = await containersOf('postgres');
  return docker('exec', postgres, 'psql', '-U', 'courselift', '-h', '/var/run/postgresql', '-At', '-c', sql);
}

const isRunning = (ended: Promise<Ended>) =>
  Promise.race([ended.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

const tail = ({ output, errors }: Ended) => `${output}\n${errors}`.split('\n').slice(-20).join('\n');
