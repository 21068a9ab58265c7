import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { machineChecks } from './machine-checks.ts';

it('a backup folder that cannot be read is not taken for an empty one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const check = (backupFolder: string) =>
    machineChecks({ backupFolder, hasBackups: true, isSandbox: false, folders: [], environment: {} })
      .find(({ name }) => name === 'Backup')
      ?.run();
  expect(await check(file)).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/cannot be read: .*ENOTDIR/),
  });
  const none = { state: 'failed', found: expect.stringMatching(/^there is none/) };
  expect(await check(folder)).toMatchObject(none);
  expect(await check(join(folder, 'missing'))).toMatchObject(none);
});
