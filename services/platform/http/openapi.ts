import type * as z from 'zod/mini';
import { brand } from '#contracts/brand.ts';
import { type Endpoint, FailureSchema } from '#contracts/endpoint.ts';
import { ComponentWriter, type JsonSchema } from './openapi-components.ts';
import { nameContracts } from './openapi-names.ts';

/** One operation of the document, as far as we fill it. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  /** Failures refer to `components.responses`. */
  responses: Record<string, ResponseObject | { $ref: string }>;
}

interface ResponseObject {
  description: string;
  content?: Record<string, { schema?: JsonSchema }>;
}

/** An OpenAPI 3.1 document, as far as we fill it. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: object;
    responses: Record<string, ResponseObject>;
    schemas: Record<string, JsonSchema>;
  };
}

/**
 * Describes the calls as OpenAPI 3.1, whose schemas are the JSON Schema that zod writes.
 *
 * @param modules the modules of the contracts by name; see {@link nameContracts}. A call that none of them exports
 *   throws.
 */
export function describeApi(
  contracts: readonly Endpoint[],
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  publicUrl: string,
): ApiDocument {
  const names = nameContracts(modules);
  const writer = new ComponentWriter(names.components);
  writer.write(FailureSchema, 'output');
  const written: ApiDocument['paths'] = {};
  for (const contract of contracts) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}');
    const name = names.operations.get(contract);
    if (!name) throw new Error(`No contract module exports ${contract.method} ${contract.path}`);
    const operation = { operationId: name.operationId, tags: [name.tag], ...describeCall(contract, writer) };
    written[path] = { ...written[path], [contract.method.toLowerCase()]: operation };
  }
  const { document: paths, schemas } = writer.finish(written);
  const tags = new Set(
    Object.values(paths).flatMap((one) => Object.values(one).flatMap((call) => call.tags)),
  );
  return {
    openapi: '3.1.1',
    info: { title: `${brand.name} API`, version: '1', description: brand.tagline },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: failureResponses(paths),
      schemas,
    },
  };
}

function describeCall(contract: Endpoint, writer: ComponentWriter): Omit<Operation, 'operationId' | 'tags'> {
  const { auth, file, body, response, statuses = [200] } = contract;
  const success = describeResponse(response, writer);
  const failures = [
    ...(auth === 'public' ? [] : [401]),
    ...(typeof auth === 'string' ? [] : [403]),
    ...(contract.params ? [404] : []),
    ...(body || contract.query ? [422] : []),
    ...(contract.limit ? [429] : []),
    503,
  ];
  const requestBody = describeBody(contract, writer);
  return {
    summary: contract.summary,
    description:
      describeAuth(auth) + (file ? ` Field \`${file.field}\`: at most ${file.maxBytes} bytes.` : ''),
    security: auth === 'public' ? [] : [{ token: [] }],
    parameters: [
      ...parameters(contract.params, 'path', writer),
      ...parameters(contract.query, 'query', writer),
    ],
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries([
      ...statuses.map((status) => [status, { description: 'Success', content: success }]),
      ...failures.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
    ]),
  };
}

function describeResponse(
  response: Endpoint['response'],
  writer: ComponentWriter,
): Record<string, { schema?: JsonSchema }> {
  if (response === 'binary') return { '*/*': {} };
  if (response === 'events') return { 'text/event-stream': {} };
  return json(writer.write(response, 'output'));
}

const failureNames: Record<number, string> = {
  401: 'No token, or one that no longer works',
  403: 'Not for this role',
  404: 'Not there, or not for this caller to know about',
  422: 'Understood, but not valid',
  429: 'Too often; see Retry-After',
  503: 'Not now; see Retry-After',
};

// Only those that a call refers to.
function failureResponses(paths: ApiDocument['paths']): Record<string, ResponseObject> {
  const used = JSON.stringify(paths);
  const content = json({ $ref: '#/components/schemas/Failure' });
  const all = Object.entries(failureNames).map(([status, description]): [string, ResponseObject] => [
    `Failure${status}`,
    { description, content },
  ]);
  return Object.fromEntries(all.filter(([name]) => used.includes(`/${name}"`)));
}

function describeAuth(auth: Endpoint['auth']): string {
  if (auth === 'public') return 'For everybody.';
  return auth === 'token' ? 'For everybody who is signed in.' : `For the roles ${auth.join(', ')}.`;
}

function describeBody({ body, file }: Endpoint, writer: ComponentWriter): Operation['requestBody'] {
  if (!file) return body && { required: true, content: json(writer.write(body, 'input')) };
  const schema: JsonSchema = body ? writer.writeOut(body, 'input') : { type: 'object' };
  const properties = {
    ...(schema.properties as object),
    [file.field]: { type: 'string', format: 'binary' },
  };
  const required = [...((schema.required as string[] | undefined) ?? []), file.field];
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties, required } } },
  };
}

function parameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  writer: ComponentWriter,
): Operation['parameters'] {
  if (!schema) return [];
  const { properties = {}, required = [] } = writer.writeOut(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}
