import { randomBytes } from 'node:crypto';
import { type OperatorLevel, signInOperator } from '#contracts/desk/operators.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { createOperator } from '#services/desk/operators/create-operator.ts';
import { startOperatorSession } from '#services/desk/operators/operator-session.ts';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { ApiResponse } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';

/** An operator with a session of the desk. */
export interface TestOperator {
  id: string;
  email: string;
  password: string;
  totpSecret: string;
  recoveryCodes: string[];
  /** `Cookie` header of the session. */
  cookie: string;
}

/** Creates an operator and a session. */
export async function joinDesk(
  { db, config }: Pick<TestProduct, 'db' | 'config'>,
  level: OperatorLevel = 'operator',
  fullName = `Test ${level}`,
): Promise<TestOperator> {
  const email = `${level}-${randomBytes(4).toString('hex')}@staff.example`;
  const password = 'correct horse battery';
  return inTransaction(db, async (manager) => {
    const created = await createOperator(manager, { email, password, fullName, level }, config);
    const cookie = cookieOf(await startOperatorSession(manager, created.id, config, 'node'));
    return { ...created, email, password, cookie };
  });
}

/** Calls the desk with an operator's cookie, or without one. */
export async function callDesk<E extends Endpoint>(
  url: string,
  contract: E,
  sent: Partial<Sent<E>> = {},
  cookie?: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse<ResponseBody<E>>> {
  const { params, query, body } = sent as {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: object;
  };
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '');
  const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
    method: contract.method,
    headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  const json = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: json ? await response.json() : await response.text(),
    headers: response.headers,
  };
}

/** Signs in through the API, with the cookie of a former session, a new password or headers where they are given. */
export function enterDesk(
  url: string,
  { email, password }: Pick<TestOperator, 'email' | 'password'>,
  code?: string,
  {
    cookie,
    newPassword,
    headers,
  }: { cookie?: string; newPassword?: string; headers?: Record<string, string> } = {},
) {
  const body = { email, password, ...(code && { code }), ...(newPassword && { newPassword }) };
  return callDesk(url, signInOperator, { body }, cookie, headers);
}

/** Signs an operator in as the page does: with the password, then with the code of the app as well. */
export async function signInAtDesk(url: string, operator: TestOperator): Promise<TestOperator> {
  const known = await enterDesk(url, operator);
  if (known.body.data.isSignedIn) throw new Error('The password alone has signed the operator in');
  const entered = await enterDesk(url, operator, totpCode(operator.totpSecret));
  if (entered.status !== 200) throw new Error(`The desk returned ${entered.status}: ${entered.body.message}`);
  return { ...operator, cookie: cookieOf(entered.headers.get('set-cookie')) };
}

/** Returns the `Cookie` header for a `Set-Cookie` header. */
export function cookieOf(setCookie: string | null): string {
  return setCookie?.split(';')[0] ?? '';
}
