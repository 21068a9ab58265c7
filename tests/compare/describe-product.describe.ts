import { AsyncLocalStorage } from 'node:async_hooks';
import { globSync, writeFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Endpoint } from '#contracts/endpoint.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { jobs } from '#services/jobs.ts';
import { routes } from '#services/routes.ts';
import { matrix, type Sending, statusFor } from '#tests/security/support/matrix.ts';
import { buildWorld, type Caller, callers, headersOf, type World } from '#tests/security/support/world.ts';
import { settlePayment } from '#tests/support/money/settle-payment.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join as joinProduct, press, startPayment } from '#tests/support/people/people.ts';

// Writes what the product is to the outside and to the database, as JSON to the file DESCRIBE_TO, so that two versions can be compared.
// Only modules that older versions have at the same path are imported.

const root = fileURLToPath(new URL('../..', import.meta.url));

const callOf = ({ method, path, auth, limit }: Endpoint) => ({ call: `${method} ${path}`, auth, limit });

async function mailNames(): Promise<string[]> {
  const [file = ''] = globSync('workers/**/composers.ts', { cwd: root });
  const { composers } = await import(pathToFileURL(join(root, file)).href);
  return Object.keys(composers).sort();
}

/** Whether code runs for a call, and not for a job of the workers that run in the same process. */
const call = new AsyncLocalStorage<boolean>();
const server = Server.prototype as unknown as { emit(event: string, ...args: unknown[]): boolean };
const { emit } = server;
server.emit = function (event, ...args) {
  const pass = () => emit.call(this, event, ...args);
  return event === 'request' ? call.run(true, pass) : pass();
};

let recorded: string[] = [];
const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
const { query } = prototype;
prototype.query = function (...args: unknown[]) {
  const [sent] = args as [string | { text: string }];
  if (call.getStore()) recorded.push(typeof sent === 'string' ? sent : sent.text);
  return query.apply(this, args);
};

/** Texts of the statements of a call, one line each; some of a call run at once, in any order. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  recorded = [];
  await act();
  return recorded.map((text) => text.replaceAll(/\s+/g, ' ').trim()).sort();
}

async function send(world: World, name: string, caller: Caller, sending: Sending) {
  const { path, json, form, raw, headers, token } = sending;
  const response = await fetch(`${world.product.url}/api${path}`, {
    method: name.split(' ')[0] ?? '',
    redirect: 'manual',
    headers: {
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : headersOf(world, caller)),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: form ?? raw ?? (json === undefined ? null : JSON.stringify(json)),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  await (isStream ? response.body?.cancel() : response.arrayBuffer());
}

/** Statements of each allowed call of the authorization matrix, by call, situation and caller. */
async function statementsOfCalls(world: World): Promise<Record<string, string[]>> {
  const described: Record<string, string[]> = {};
  for (const [name, situations] of Object.entries(matrix))
    for (const situation of situations)
      for (const caller of callers) {
        if ((statusFor(situation, caller) ?? 400) >= 400) continue;
        const sending = await situation.send(world, caller);
        described[`${name}, ${situation.about}: ${caller}`] = await statementsOf(() =>
          send(world, name, caller, sending),
        );
      }
  return described;
}

/** Statements of the calls of the desk that read, without an id in their path. */
async function statementsOfDesk({ product }: World): Promise<Record<string, string[]>> {
  const { cookie } = await joinDesk(product, 'lead');
  const described: Record<string, string[]> = {};
  for (const { contract } of deskRoutes) {
    const { method, path } = contract;
    if (method !== 'GET' || path.includes(':') || path.endsWith('/events')) continue;
    described[`${method} ${path}`] = await statementsOf(async () => {
      const answer = await fetch(`${product.url}/api${path}`, { headers: { cookie } });
      await (answer.headers.get('content-type')?.startsWith('text/event-stream')
        ? answer.body?.cancel()
        : answer.arrayBuffer());
    });
  }
  return described;
}

async function readApiDocument({ product }: World): Promise<object> {
  const document = await (await fetch(`${product.url}/api/openapi.json`)).json();
  // Each run has a port of its own.
  return { ...document, servers: [] };
}

async function statementsOfSettlement({ product }: World): Promise<string[]> {
  const requestId = await fileRequest(product.url, await joinProduct(product.url, 'learner'));
  const { body } = await startPayment(product.url, await joinProduct(product.url, 'sponsor'), requestId);
  const { reference, access_code: accessCode } = body.data.data;
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  return statementsOf(() => call.run(true, () => settlePayment(product, reference)));
}

it('describes the product', async () => {
  const world = await buildWorld();
  try {
    const statements = {
      ...(await statementsOfCalls(world)),
      ...(await statementsOfDesk(world)),
      settlement: await statementsOfSettlement(world),
    };
    const described = {
      routes: [...routes, ...deskRoutes].map(({ contract }) => callOf(contract)),
      openapi: await readApiDocument(world),
      jobs: jobs.map(({ payload: _payload, ...job }) => ({
        ...job,
        key: 'key' in job ? String(job.key) : undefined,
      })),
      mails: await mailNames(),
      pages: globSync('src/pages/**/*.{astro,ts}', { cwd: root }).sort(),
      statements,
    };
    expect(Object.keys(statements).length).toBeGreaterThan(100);
    writeFileSync(process.env.DESCRIBE_TO ?? '', JSON.stringify(described, undefined, 1));
  } finally {
    await world.product.close();
  }
});
