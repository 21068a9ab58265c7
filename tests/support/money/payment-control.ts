import type { Sandbox } from '#sandbox/providers/sandbox.ts';

/** Calls the control API of the local payment provider. Throws for a response other than 2xx. */
export async function controlPayments(
  { sandbox }: { sandbox: Pick<Sandbox, 'httpUrl'> },
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${sandbox.httpUrl}/payments/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}
