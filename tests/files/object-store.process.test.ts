import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { downloadExport, eraseAccount } from '#contracts/privacy/privacy.ts';
import { freePort } from '#sandbox/processes/ports.ts';
import { examine } from '#services/admin/doctor/examine.ts';
import type { Config } from '#services/platform/config.ts';
import { checkFileStore, sweepObjects } from '#services/platform/files/file-store.ts';
import { type ObjectStore, objectStore } from '#services/platform/files/object-store.ts';
import { startDeadline } from '#services/platform/request-deadline.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { pdf, save, upload } from '#tests/support/money/certificates.ts';
import { join, picture, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { processEnv } from '#tests/support/product/process-env.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { startSwift, type TestSwift } from '#tests/support/servers/s3/start-swift.ts';
import { soon } from '#tests/support/soon.ts';
import { needs, requireSwift } from '#tests/support/vitest/requirements.ts';

const installed = requireSwift();

describe('files in an S3-compatible store', needs(installed), () => {
  let swift: TestSwift;
  let product: TestProduct;
  let objects: ObjectStore;
  let learner: SignedIn;
  beforeAll(async () => {
    swift = await startSwift();
    product = await startTestProduct(swift.env);
    objects = objectStore(product.config.files.s3 as NonNullable<Config['files']['s3']>);
    learner = await join(product.url, 'learner');
  });
  afterAll(async () => {
    await product?.close();
    await swift?.stop();
  });

  async function view(id: string) {
    const { status, headers, body } = await callApi(
      product.url,
      viewCertificate,
      { params: { id } },
      learner.token,
    );
    return { status, headers, text: await (body as unknown as Blob).text?.() };
  }
  const rowOf = async (id: string) =>
    (
      await product.db.query('SELECT data, object_key AS key FROM certificates WHERE enrolment_id = $1', [id])
    )[0];
  /** Sweeps as if the times of waiting were over. */
  async function sweep(): Promise<number> {
    await product.db.query(
      "UPDATE stored_objects SET delete_after = now() - interval '1 second' WHERE delete_after IS NOT NULL",
    );
    return sweepObjects(product.db, objects);
  }
  /** Every object has a row that refers to it, and every such row has its object. */
  async function expectConsistent(): Promise<void> {
    const stored: { key: string }[] = await product.db.query(
      `SELECT object_key::text AS key FROM certificates WHERE data IS NULL
       UNION ALL SELECT object_key::text FROM profile_pictures WHERE data IS NULL`,
    );
    expect((await swift.keys()).sort()).toEqual(stored.map(({ key }) => key).sort());
  }

  it('are uploaded there, shown, exported, and deleted with their row', async () => {
    const id = await save(product.url, learner);
    expect((await upload(product.url, learner.token, id, pdf('In a bucket'))).status).toBe(200);
    const { data, key } = await rowOf(id);
    expect([data, await swift.keys()]).toEqual([null, [key]]);
    expect((await objects.get(key))?.includes('In a bucket')).toBe(true);
    const shown = await view(id);
    expect([shown.status, shown.text.includes('In a bucket')]).toEqual([200, true]);
    const zip = await callApi(product.url, downloadExport, {}, learner.token);
    const files = unzipSync(new Uint8Array(await (zip.body as unknown as Blob).arrayBuffer()));
    expect(Buffer.from(files['files/certificates-1.pdf'] ?? []).includes('In a bucket')).toBe(true);
    await product.db.query('DELETE FROM enrolments WHERE id = $1', [id]);
    // Calls that have read the row before still find the object.
    expect([await sweepObjects(product.db, objects), await swift.keys()]).toEqual([0, [key]]);
    expect([await sweep(), await swift.keys()]).toEqual([1, []]);
    await expectConsistent();
  });

  it('are part of the dashboard as pictures, which is served without them while the store is unavailable', async () => {
    const person = await join(product.url, 'learner');
    const changed = await callApi(product.url, changePicture, { file: await picture() }, person.token);
    const address = changed.body.data.profilePicture;
    const served = await fetch(product.url + address?.url);
    const data = Buffer.from(await served.arrayBuffer()).toString('base64');
    const shown = async () => {
      const { status, body } = await callApi(product.url, getDashboard, {}, person.token);
      return { status, picture: body.userDetails.profilePicture };
    };
    expect(await shown()).toEqual({ status: 200, picture: { ...address, data } });
    await swift.kill();
    try {
      expect(await shown()).toEqual({ status: 200, picture: null });
    } finally {
      await swift.restart();
    }
    await product.db.query('DELETE FROM profile_pictures WHERE object_key IS NOT NULL');
    await sweep();
  });

  it('cannot be stored or shown while the store is unavailable, and nothing is lost', async () => {
    const [stored, waiting] = [await save(product.url, learner), await save(product.url, learner)];
    await upload(product.url, learner.token, stored, pdf('Stored before'));
    await swift.kill();
    try {
      const refused = await upload(product.url, learner.token, waiting, pdf('Stored later'));
      const message = 'We cannot reach our files right now. Please try again in a moment.';
      expect(refused).toEqual({ status: 503, body: { message } });
      const shown = await view(stored);
      expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await rowOf(waiting)).toBeUndefined();
      const [{ status }] = await product.db.query('SELECT status FROM enrolments WHERE id = $1', [waiting]);
      expect(status).not.toBe('completed');
      await expect(sweep()).rejects.toThrow(/The object store failed on DELETE: ECONNREFUSED/);
    } finally {
      await swift.restart();
    }
    expect((await view(stored)).text).toContain('Stored before');
    expect((await upload(product.url, learner.token, waiting, pdf('Stored later'))).status).toBe(200);
    expect((await view(waiting)).text).toContain('Stored later');
    await sweep();
    await expectConsistent();
  });

  it('are waited for no longer than the call may last, when the store does not respond', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const s3 = product.config.files.s3 as NonNullable<Config['files']['s3']>;
    const deadline = startDeadline();
    // Five of the 6.5 seconds are over, and one is for the transaction.
    deadline.extend(-5_000);
    const late = deadline.run(() => objectStore({ ...s3, endpoint }).get(randomUUID()));
    await expect(late).rejects.toThrow('The object store failed on GET: no response in time');
    silent.close();
  });

  it('are in no row when the API is killed between the store and its commit, and are swept', async () => {
    const id = await save(product.url, learner);
    const port = String(await freePort());
    const file = fileURLToPath(new URL('../security/support/logging-api.ts', import.meta.url));
    const api = fork(file, { env: processEnv({ ...product.env, PORT: port }), execArgv: [], silent: true });
    await once(api, 'message');
    const before = await swift.keys();
    const holder = product.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM enrolments WHERE id = $1 FOR UPDATE', [id]);
    try {
      const answer = upload(`http://localhost:${port}`, learner.token, id, pdf('Never committed'));
      answer.catch(() => {});
      await waitForLockWaits(product, 1);
      api.kill('SIGKILL');
      await expect(answer).rejects.toThrow();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    const left = (await swift.keys()).filter((key) => !before.includes(key));
    expect([left.length, await rowOf(id)]).toEqual([1, undefined]);
    await soon(() =>
      product.db.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'logging-api'"),
    ).toEqual([]);
    // An upload of the last hour may still be committed.
    expect(await sweepObjects(product.db, objects)).toBe(0);
    expect(await sweep()).toBe(1);
    await expectConsistent();
    const late = product.db.query(
      `INSERT INTO certificates (enrolment_id, content_type, object_key) VALUES ($1, 'application/pdf', $2)`,
      [id, left[0]],
    );
    await expect(late).rejects.toThrow(`Object ${left[0]} is not stored any more`);
    expect((await upload(product.url, learner.token, id, pdf('Sent again'))).status).toBe(200);
  });

  it('are deleted by the erasure of an account', async () => {
    const id = await save(product.url, learner);
    await upload(product.url, learner.token, id, pdf('To be erased'));
    const { key } = await rowOf(id);
    const workers = await product.startWorkers();
    const body = { currentPassword: learner.password };
    expect((await callApi(product.url, eraseAccount, { body }, learner.token)).status).toBe(200);
    await soon(() => rowOf(id)).toBeUndefined();
    await workers.stop();
    await sweep();
    expect(await objects.exists(key)).toBe(false);
    await expectConsistent();
  });

  it('are checked by ops:doctor: the bucket, a sample of objects, and what should be deleted', async () => {
    const person = await join(product.url, 'learner');
    const id = await save(product.url, person);
    await upload(product.url, person.token, id, pdf('Checked'));
    const { key } = await rowOf(id);
    const check = async () => {
      const machine = { backupFolder: tmpdir(), hasBackups: false, folders: [], environment: {} };
      return (await examine(product.config, machine)).find(({ name }) => name === 'Files');
    };
    // The pictures of people who joined through the database are in PostgreSQL.
    expect(await check()).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/ 1 in an object store; move them: npm run ops:move-files -- --to s3$/),
    });
    await product.db.query('DELETE FROM profile_pictures');
    expect(await check()).toMatchObject({ state: 'ok', found: '0 in PostgreSQL, 1 in an object store' });
    await objects.remove(key);
    expect(await check()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('of 1 objects 1 are missing in the bucket'),
    });
    await product.db.query('DELETE FROM certificates');
    await product.db.query("UPDATE stored_objects SET delete_after = now() - interval '2 hours'");
    expect((await check())?.found).toContain('1 objects should have been deleted an hour ago');
    expect(await sweep()).toBe(1);
  });

  it('are refused at the start with wrong keys or without the bucket, in one line', async () => {
    const warned: string[] = [];
    const check = (change: object) => {
      const s3 = { ...(product.config.files.s3 as NonNullable<Config['files']['s3']>), ...change };
      return checkFileStore(
        { files: { ...product.config.files, s3 } },
        { warn: (line: string) => void warned.push(line) },
      );
    };
    await check({});
    const { host } = new URL(swift.env.FILES_S3_ENDPOINT ?? '');
    await expect(check({ bucket: 'others' })).rejects.toThrow(
      `Configuration: FILES_S3_BUCKET: ${host} has no bucket others.`,
    );
    await expect(check({ secretKey: 'wrong' })).rejects.toThrow(
      `Configuration: FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY: ${host} refuses them for the bucket files.`,
    );
    expect(warned).toEqual([]);
    // Not taken for an object that is deleted already.
    const others = objectStore({
      ...(product.config.files.s3 as NonNullable<Config['files']['s3']>),
      bucket: 'others',
    });
    await expect(others.remove(randomUUID())).rejects.toThrow('failed on DELETE: 404 NoSuchBucket');
    await expect(others.get(randomUUID())).rejects.toThrow('failed on GET: 404 NoSuchBucket');
    await objects.remove(randomUUID());
    await check({ endpoint: 'http://127.0.0.1:1' });
    expect(warned).toEqual([expect.stringMatching(/^FILES_S3_ENDPOINT: 127\.0\.0\.1:1 is unavailable/)]);
  });
});
