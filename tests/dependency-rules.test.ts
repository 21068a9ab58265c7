import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dependencyRules } from '#tools/structure/dependency-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

/** Files that violate a rule or are similar to a violation, by path. */
const sources: Record<string, string> = {
  'services/payments/up.ts': "import type { Purchase } from '#services/purchases/purchase.ts';",
  'services/purchases/purchase.ts': 'export interface Purchase { id: string }',
  'services/payments/sideways.ts': "import { room } from '#services/meetings/room.ts';",
  'services/meetings/room.ts': "import { b } from './b.ts';\nexport const room = b;",
  'services/meetings/b.ts': 'export const b = 1;',
  'services/purchases/down.ts': "import { room } from '#services/meetings/room.ts';",
  'services/payments/up.test.ts': "import '#services/purchases/purchase.ts';",
  'services/flows/by-name.ts': "import { pay } from '#services/providers/first/client.ts';",
  'services/providers/create.ts': "import { pay } from './first/client.ts';",
  'services/providers/first/client.ts': "import { fields } from './fields.ts';\nexport const pay = fields;",
  'services/providers/first/fields.ts': 'export const fields = 1;',
  'services/providers/second/client.ts': "import { fields } from '../first/fields.ts';",
  'services/helpers/a.ts': "import '#services/meetings/b.ts';",
  'services/contracts/desk/a.ts': "import { z } from 'zod/mini';\nimport type { B } from '../requests/b.ts';",
  'services/contracts/requests/b.ts': "import { readFile } from 'node:fs';\nexport interface B { b: string }",
  'services/flows/record-step.ts': 'export const recordStep = 1;',
  'services/desk/record.ts': "import { recordStep } from '#services/flows/record-step.ts';",
  'services/requests/submit-request.ts': 'export const submitRequest = 1;',
  'services/purchases/calls-handler.ts':
    "import { submitRequest } from '#services/requests/submit-request.ts';",
  'services/desk-routes.ts': "import { submitRequest } from './requests/submit-request.ts';",
  'services/site/circle.ts':
    "import type { Other } from './other.ts';\nexport interface Circle { other: Other }",
  'services/site/other.ts':
    "import type { Circle } from './circle.ts';\nexport interface Other { circle: Circle }",
  'services/site/worker.ts': "import '#workers/runtime/run.ts';",
  'workers/runtime/run.ts': 'export const run = 1;',
  'workers/runtime/sandbox.ts': "import '#sandbox/start/start.ts';",
  'sandbox/start/start.ts': "import '#tests/support/a.ts';",
  'tests/support/a.ts': 'export const a = 1;',
  'tools/a.ts': "import '#tests/support/a.ts';",
  'services/site/express.ts': "import type { Request } from 'express';",
  'services/platform/http/express.ts': "import express from 'express';",
  'workers/mail/queue.ts': "import { Queue } from 'bullmq';",
  'workers/runtime/queue.ts': "import { Worker } from 'bullmq';",
};

/** The expected violations, by rule: `from → to`. */
const expected: [rule: RegExp, violations: string[]][] = [
  [
    /^layer 7 of services/,
    [
      'services/payments/sideways.ts → services/meetings/room.ts',
      'services/payments/up.ts → services/purchases/purchase.ts',
    ],
  ],
  [/^every file of services is in a module/, ['services/helpers/a.ts → services/meetings/b.ts']],
  [/^contracts import zod/, ['services/contracts/requests/b.ts → fs']],
  [/another module's handler/, ['services/purchases/calls-handler.ts → services/requests/submit-request.ts']],
  [
    /folder of a payment provider is imported by/,
    ['services/flows/by-name.ts → services/providers/first/client.ts'],
  ],
  [
    /folder of a payment provider does not import/,
    ['services/providers/second/client.ts → services/providers/first/fields.ts'],
  ],
  [/^the routes of the desk/, ['services/desk-routes.ts → services/requests/submit-request.ts']],
  [/^no circles of files/, ['services/site/circle.ts → services/site/other.ts']],
  [/do not import workers/, ['services/site/worker.ts → workers/runtime/run.ts']],
  [/do not import the sandbox/, ['workers/runtime/sandbox.ts → sandbox/start/start.ts']],
  [/import neither tests nor tools/, ['sandbox/start/start.ts → tests/support/a.ts']],
  [/^tools do not import tests/, ['tools/a.ts → tests/support/a.ts']],
  [/^express is imported only/, ['services/site/express.ts → express']],
  [/^bullmq is imported only/, ['workers/mail/queue.ts → bullmq']],
];

interface Violation {
  rule: { name: string };
  from: string;
  to: string;
}
const packageIn = /^.*node_modules\/(?:@types\/)?([^/]+)\/.*$/;

let folder: string;
let violations: Violation[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dependency-rules-'));
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  violations = await cruise(folder, join(root, '.dependency-cruiser.mjs'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function cruise(cwd: string, config: string): Promise<Violation[]> {
  const folders = ['services', 'workers', 'sandbox', 'tools'];
  const args = [cruiser, ...folders, '--config', config, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout).summary.violations;
}

describe('the rules of dependency-cruiser', () => {
  it.each(expected)('%s reports its violations and nothing else', (rule, lines) => {
    const reported = violations
      .filter(({ rule: { name } }) => rule.test(name))
      .map(({ from, to }) => `${from} → ${to.replace(packageIn, '$1')}`);
    expect(reported.sort()).toEqual(lines);
  });

  it('report nothing else', () => {
    const others = violations.filter(({ rule: { name } }) => !expected.some(([rule]) => rule.test(name)));
    expect(others).toEqual([]);
  });

  it('are all tried here, those of other layers by that of the seventh', () => {
    const names = (dependencyRules.forbidden ?? []).map(({ name }) => name ?? '');
    const untried = names.filter((name) => !expected.some(([rule]) => rule.test(name)));
    expect(untried.filter((name) => !/^layer \d+ of|^every file of/.test(name))).toEqual([]);
  });
});
