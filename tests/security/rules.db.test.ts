import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contracts/endpoint.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { casesToRun } from '#tests/support/vitest/extent.ts';
import { createRequest } from './support/call-request.ts';
import { createKnownIds, type KnownIds } from './support/known-ids.ts';
import { deskRules } from './support/rules/desk-rules.ts';
import { productRules } from './support/rules/product-rules.ts';
import type { Rule, Target } from './support/rules/rule.ts';
import { type CaseResult, runCases } from './support/run-cases.ts';
import { createTokenForms, type TokenForm } from './support/token-forms.ts';
import { buildWorld, type Caller, callers, headersOf, type World } from './support/world.ts';

let world: World;
let known: KnownIds;
let forms: Record<'learner' | 'sponsor', TokenForm[]>;
beforeAll(async () => {
  world = await buildWorld();
  forms = {
    learner: await createTokenForms(world, 'learner'),
    sponsor: await createTokenForms(world, 'sponsor'),
  };
  known = await createKnownIds(world, forms.sponsor);
});
afterAll(() => world?.product.close());

const contracts: Endpoint[] = [...routes, ...deskRoutes].map(({ contract }) => contract);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const rules: Record<string, Rule> = { ...productRules, ...deskRules };
const ruleOf = (contract: Endpoint) => rules[nameOf(contract)] as Rule;
const isDesk = ({ path }: Endpoint) => path.startsWith('/ops/');

// ASVS 8.2.1
it('is declared for every call and for each of its ids', () => {
  expect(Object.keys(rules).sort()).toEqual(contracts.map(nameOf).sort());
  for (const contract of contracts) {
    const shapeOf = (schema: Endpoint['body']) =>
      Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {});
    const names = [
      ...shapeOf(contract.params).map((name) => `params.${name}`),
      ...[
        ...shapeOf(contract.query).map((name) => `query.${name}`),
        ...shapeOf(contract.body).map((name) => `body.${name}`),
      ].filter((name) => idNames.test(name) && !notIds.includes(`${nameOf(contract)} ${name}`)),
    ];
    expect([nameOf(contract), Object.keys(ruleOf(contract).ids ?? {}).sort()]).toEqual([
      nameOf(contract),
      names.sort(),
    ]);
  }
});

const idNames = /\.(\w*id|ids|token|reference|ref|request|ticket|v)$/i;
/** Fields with such a name that name no row of ours, or whose cases are in tests of their own. */
const notIds = [
  'GET /newsletter/one-click query.token',
  'GET /mail/one-click query.token',
  'POST /user/auth/google body.token',
  'POST /user/auth/google-finalize body.googleId',
  'POST /refund/link body.bankId',
  'GET /appeal query.token',
  'POST /appeal body.token',
  'GET /user/export query.ticket',
  'POST /course/meet/notify body.id',
];

interface Case {
  caller: Caller;
  values: Record<string, string>;
  about: string;
  expected: number[] | 'allowed';
}

const byDefault = [200, 201, 202, 303, 409, 422] as const;

/** Every caller with every value of every parameter; the other parameters hold the first value of theirs. */
function casesOf(contract: Endpoint): Case[] {
  const { who, ids = {}, usesUp } = ruleOf(contract);
  const isUsable = ({ mayUse }: Target) => callers.some(mayUse);
  const targets = Object.entries(ids).map(([name, targetsOf]) => ({
    name,
    all: targetsOf(known).sort((a, b) => Number(isUsable(b)) - Number(isUsable(a))),
  }));
  const first = Object.fromEntries(targets.map(({ name, all }) => [name, all[0]?.value ?? 'x']));
  const varied: { name: string; target?: Target }[] = targets.flatMap(({ name, all }) =>
    all.map((target) => ({ name, target })),
  );
  if (varied.length === 0) varied.push({ name: '' });
  return callers.flatMap((caller) =>
    varied.flatMap(({ name, target }): Case[] => {
      const barred = who(caller);
      const othersMay = targets.every(({ name: other, all }) => other === name || all[0]?.mayUse(caller));
      const mayUse = !target || (target.mayUse(caller) && othersMay);
      if (!barred && mayUse && usesUp) return [];
      // Two own values that do not belong together are a 409 where they are known.
      const isMismatch = target?.mayUse(caller) || (target && othersMay && targets.length > 1);
      const denied = [...(target?.denied(caller) ?? [404]), ...(isMismatch ? [409] : [])];
      const expected = barred ? [barred] : mayUse ? 'allowed' : denied;
      const values = target ? { ...first, [name]: target.value } : first;
      return [{ caller, values, about: `${name} ${target?.about} ${target?.value.slice(0, 40)}`, expected }];
    }),
  );
}

async function send(
  contract: Endpoint,
  values: Record<string, string>,
  auth: Record<string, string>,
  query = '',
) {
  const { path, body, headers } = await createRequest(world, contract, values);
  const address = `${world.product.url}${path}${query && (path.includes('?') ? `&${query}` : `?${query}`)}`;
  const answer = await fetch(address, {
    method: contract.method,
    redirect: 'manual',
    headers: { ...headers, ...auth },
    body,
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, text };
}

function compare(about: string, expected: readonly number[], status: number, text: string): CaseResult {
  const isExpected = expected.includes(status);
  const isError = status < 400 || isErrorBody(text);
  return {
    status,
    deviation:
      isExpected && isError
        ? undefined
        : `${about}: ${status} instead of ${expected.join(' or ')}: ${text.slice(0, 120)}`,
  };
}

function isErrorBody(text: string): boolean {
  try {
    const keys = Object.keys(JSON.parse(text) as object);
    return keys.includes('message') && keys.every((key) => key === 'message' || key === 'errors');
  } catch {
    return false;
  }
}

describe.each(contracts.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name',
  ({ contract }) => {
    // ASVS 8.2.1, 8.2.2, 8.3.1
    it('obeys its rule for every caller and every id', async (context) => {
      const cases = casesToRun(
        casesOf(contract),
        ({ caller, values }) => `${caller} ${JSON.stringify(values)}`,
      );
      await runCases(context, 'authorisation', cases, async ({ caller, values, about, expected }) => {
        const { status, text } = await send(contract, values, headersOf(world, caller));
        const statuses = expected === 'allowed' ? (ruleOf(contract).allowed ?? byDefault) : expected;
        return compare(`${caller} ${about}`, statuses, status, text);
      });
    });

    // ASVS 7.2.1, 9.1.1
    it('accepts no token but a right one', async (context) => {
      const rule = ruleOf(contract);
      const barred = rule.who('A');
      if (!barred || contract.auth === 'optional' || contract.auth === 'signature') return;
      const role = rule.who('LO') && !isDesk(contract) ? 'sponsor' : 'learner';
      const values = Object.fromEntries(
        Object.entries(rule.ids ?? {}).map(([name, targetsOf]) => [name, targetsOf(known)[0]?.value ?? 'x']),
      );
      const ways = casesToRun(
        forms[role].flatMap((form) => waysOf(form, isDesk(contract))),
        ({ about }) => about,
      );
      await runCases(context, 'token forms', ways, async ({ about, auth, query }) => {
        const { status, text } = await send(contract, values, auth, query);
        return compare(about, [barred], status, text);
      });
    });
  },
);

function waysOf({ about, token, isInQuery }: TokenForm, desk: boolean) {
  if (!token) return [{ about, auth: {}, query: '' }];
  if (isInQuery) return [{ about, auth: {}, query: `token=${token}&access_token=${token}` }];
  const bearer = { about: `${about} as bearer`, auth: { authorization: `Bearer ${token}` }, query: '' };
  const cookie = { about: `${about} as cookie`, auth: { cookie: `courselift-desk=${token}` }, query: '' };
  // On calls of the product the cookie of the desk is right where it belongs, but is no sign-in.
  return desk && about === 'cookie of the desk' ? [bearer] : [bearer, cookie];
}
