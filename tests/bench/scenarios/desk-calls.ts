import assert from 'node:assert/strict';
import pg from 'pg';
import type { Deps } from '#services/deps.ts';
import { createOperator } from '#services/desk/operators/create-operator.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { Route } from '#services/platform/http/route.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Scenario } from '../core/scenario.ts';
import { median, percentile } from '../core/statistics.ts';
import { openDatasets } from '../data/datasets.ts';
import { type DeskInput, type DeskInputs, drawDeskInputs, unmeasuredCalls } from '../data/desk-calls.ts';
import { deskRows, fillDesk } from '../data/fill-desk.ts';
import { deskCases, fillInbox, openDeskCases } from '../data/fill-inbox.ts';
import { openProduct } from '../data/open-product.ts';
import { timeMs } from '../load/time-ms.ts';

const goal = 'desk calls';

/** Every call of the desk that reads, and those by which operators go from case to case, on one connection. */
export const deskCalls: Scenario = {
  name: 'desk-calls',
  goals: [
    {
      id: goal,
      what: `Slowest call of the desk with ${deskCases.toLocaleString('en')} cases, ${openDeskCases.toLocaleString('en')} of them open: 95th percentile of the time, ms`,
      limit: atMost(300),
    },
  ],
  seconds: 240,
  isOnDemand: true,
  async run(context) {
    const datasets = await openDatasets([deskRows], context.report);
    context.defer(() => datasets.stop());
    const copy = await datasets.copy(deskRows);
    context.defer(() => copy.drop());
    const { config, ...product } = await openProduct(context, copy.applicationUrl);
    const deps = { ...product, config: { ...config, hasFourEyes: true } } as Deps;
    context.report('Naming people, adding payments, operators and cases');
    const operators: string[] = [];
    for (const level of ['lead', 'operator', 'operator'] as const) {
      const email = `${level}-${operators.length}@staff.example`;
      const operator = { email, level, fullName: `Operator ${operators.length}`, password: 'correct horse' };
      operators.push(
        (await inTransaction(deps.db, (manager) => createOperator(manager, operator, config))).id,
      );
    }
    const client = new pg.Client({ connectionString: copy.url });
    await client.connect();
    await fillDesk(client);
    await fillInbox(client, operators);
    await client.end();
    return [{ goal, ...(await measure(context, deps, operators[1] ?? '')) }];
  },
};

const nameOf = ({ contract }: Route<Deps>) => `${contract.method} ${contract.path}`;

/** Returns the measured routes. @throws Error for a call that reads and is neither measured nor left out by name. */
function measuredRoutes(inputs: DeskInputs): readonly Route<Deps>[] {
  const forgotten = deskRoutes
    .map(nameOf)
    .filter((name) => name.startsWith('GET') && !inputs[name] && !unmeasuredCalls.includes(name));
  assert.deepEqual(forgotten, [], 'every call that reads is measured');
  const routes = new Map(deskRoutes.map((route) => [nameOf(route), route]));
  return Object.keys(inputs).map((name) => {
    const route = routes.get(name);
    assert.ok(route && inputs[name]?.length, `there are inputs for ${name}`);
    return route;
  });
}

async function measure(context: Context, deps: Deps, operatorId: string) {
  const count = context.isQuick ? 10 : 40;
  const inputs = await drawDeskInputs(deps, count);
  const routes = measuredRoutes(inputs);
  const times = new Map<string, number[]>();
  const slowest: number[] = [];
  // The round before the first warms up.
  for (let round = 0; round <= context.rounds; round += 1) {
    context.round(round, context.rounds);
    const percentiles: number[] = [];
    for (const route of routes) {
      const name = nameOf(route);
      const given = inputs[name] ?? [];
      const measured: number[] = [];
      for (let number = 0; number < count; number += 1) {
        const input = given[number % given.length] ?? {};
        measured.push(await timeMs(() => send(route, input, deps, operatorId)));
      }
      percentiles.push(percentile(measured, 0.95));
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ...measured]);
    }
    if (round > 0) slowest.push(Math.max(...percentiles));
  }
  const note = [...times]
    .map(([name, ms]) => ({ name, p95: percentile(ms, 0.95), middle: median(ms) }))
    .toSorted((a, b) => b.p95 - a.p95)
    .map(({ name, p95, middle }) => `${name} ${middle.toFixed(1)} (${p95.toFixed(1)})`);
  return { values: slowest, note: `median (95th percentile), ms: ${note.join(', ')}` };
}

/** Calls a handler with an input that its contract parses, and parses the response. */
async function send({ contract, handle }: Route<Deps>, input: DeskInput, deps: Deps, operatorId: string) {
  const call = {
    caller: { id: operatorId, role: 'operator', sessionId: '' },
    params: contract.params?.parse(input.params ?? {}),
    query: contract.query?.parse(input.query ?? {}),
    body: contract.body?.parse(input.body ?? {}),
  };
  const response = await handle(call as never, deps);
  if (typeof contract.response !== 'string') contract.response.parse(response);
}
