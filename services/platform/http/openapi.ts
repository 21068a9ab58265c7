import * as z from 'zod/mini';
import { brand } from '#contracts/brand.ts';
import { type Endpoint, FailureSchema } from '#contracts/endpoint.ts';

type JsonSchema = Record<string, unknown>;

/** One operation of the document, as far as we fill it. */
export interface Operation {
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

/** An OpenAPI 3.1 document, as far as we fill it. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** Describes the calls as OpenAPI 3.1, whose schemas are the JSON Schema that zod writes. */
export function describeApi(contracts: readonly Endpoint[], publicUrl: string): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  for (const contract of contracts) {
    const path = contract.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: describeCall(contract) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${brand.name} API`, version: '1', description: brand.tagline },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: toJsonSchema(FailureSchema, 'output') },
    },
  };
}

function describeCall(contract: Endpoint): Operation {
  const { auth, file, body, response, statuses = [200] } = contract;
  const success = describeAnswer(response);
  const failures = [
    ...(auth === 'public' ? [] : [401]),
    ...(typeof auth === 'string' ? [] : [403]),
    ...(contract.params ? [404] : []),
    ...(body || contract.query ? [422] : []),
    ...(contract.limit ? [429] : []),
    503,
  ];
  const requestBody = describeBody(contract);
  return {
    summary: contract.summary,
    description:
      describeAuth(auth) + (file ? ` Field \`${file.field}\`: at most ${file.maxBytes} bytes.` : ''),
    security: auth === 'public' ? [] : [{ token: [] }],
    parameters: [...parameters(contract.params, 'path'), ...parameters(contract.query, 'query')],
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries([
      ...statuses.map((status) => [status, { description: 'Success', content: success }]),
      ...failures.map((status) => [
        status,
        { description: failureNames[status], content: json({ $ref: '#/components/schemas/Failure' }) },
      ]),
    ]),
  };
}

function describeAnswer(response: Endpoint['response']): Record<string, { schema?: JsonSchema }> {
  if (response === 'binary') return { '*/*': {} };
  if (response === 'events') return { 'text/event-stream': {} };
  return json(toJsonSchema(response, 'output'));
}

const failureNames: Record<number, string> = {
  401: 'No token, or one that no longer works',
  403: 'Not for this role',
  404: 'Not there, or not for this caller to know about',
  422: 'Understood, but not valid',
  429: 'Too often; see Retry-After',
  503: 'Not now; see Retry-After',
};

function describeAuth(auth: Endpoint['auth']): string {
  if (auth === 'public') return 'For everybody.';
  return auth === 'token' ? 'For everybody who is signed in.' : `For the roles ${auth.join(', ')}.`;
}

function describeBody({ body, file }: Endpoint): Operation['requestBody'] {
  if (!body && !file) return undefined;
  const schema = body ? toJsonSchema(body, 'input') : { type: 'object' };
  if (!file) return { required: true, content: json(schema) };
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

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
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

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
