import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'courselift-install-'));
  const json = (path: string, value: object) => writeFile(join(project, path), JSON.stringify(value));
  await mkdir(join(project, 'newer'));
  await json('newer/package.json', { name: 'newer', version: '1.0.0', engines: { node: '>=99' } });
  await json('package.json', { name: 'project', dependencies: { newer: 'file:newer' } });
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function install(): Promise<string> {
  const args = ['install', '--offline', '--ignore-scripts'];
  // Without the settings that npm hands to the scripts it runs: they would win over the project's file.
  const env = { PATH: process.env.PATH, HOME: project };
  const { stderr } = await promisify(execFile)('npm', args, { cwd: project, env });
  return stderr;
}

it('an install on an older Node prints no engine warnings with the .npmrc of the project', async () => {
  expect(await install()).toContain('EBADENGINE');
  await rm(join(project, 'node_modules'), { recursive: true, force: true });
  await cp(join(root, '.npmrc'), join(project, '.npmrc'));
  expect(await install()).toBe('');
});
