import type { Endpoint } from '#contracts/endpoint.ts';
import { drawing, pdf } from '#tests/support/money/certificates.ts';
import { picture } from '#tests/support/people/people.ts';
import { rightBody } from './right-bodies.ts';
import type { World } from './world.ts';

/** A request that is right but for the values it is made with. */
export interface CallRequest {
  path: string;
  body: string | FormData | null;
  headers: Record<string, string>;
}

/** Queries that calls require. */
const rightQueries: Record<string, Record<string, string>> = {
  'GET /explore/saved': { ids: crypto.randomUUID() },
  'GET /user/:id/picture': { v: 'x' },
  'GET /course/approve/payment': { ref: 'x', requestId: crypto.randomUUID() },
  'GET /course/verify/pay': { reference: 'x' },
};

/** Creates a request of a call. `values` are parameters by place and name, as `params.id`; the rest is right. */
export async function createRequest(
  world: World,
  contract: Endpoint,
  values: Readonly<Record<string, string>>,
): Promise<CallRequest> {
  const name = `${contract.method} ${contract.path}`;
  const fieldsOf = (place: string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => {
        const [where, field = ''] = key.split('.');
        return where === place ? [[field, value]] : [];
      }),
    );
  const params = fieldsOf('params');
  const path = contract.path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(params[field] ?? 'x'),
  );
  const query = new URLSearchParams({ ...rightQueries[name], ...fieldsOf('query') });
  const fields = fieldsOf('body');
  const given = contract.body
    ? { ...rightBody(name, { learner: world.people.L2, requestId: world.secret }), ...fields }
    : undefined;
  const isJson = given && !contract.file;
  return {
    path: `/api${path}${query.size > 0 ? `?${query}` : ''}`,
    body: contract.file ? await formOf(contract, given) : isJson ? JSON.stringify(given) : null,
    headers: isJson ? { 'content-type': 'application/json' } : {},
  };
}

async function formOf({ file, path }: Endpoint, fields: object = {}): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (!file) return form;
  const isTable = file.types.includes('text/csv');
  const data = isTable
    ? new Blob(['title\n'])
    : file.types.includes('application/pdf')
      ? new Blob([new Uint8Array(path.includes('receipt') ? await drawing() : pdf())])
      : await picture();
  form.append(file.field, data, 'file');
  return form;
}
