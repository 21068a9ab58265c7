import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Exchange } from './exchange.ts';
import type { Operation } from './read-document.ts';
import type { Schema } from './to-json-schema.ts';

/** One difference between an exchange and the document. */
export interface Violation {
  /** The operation of the document, or method and path where it has none. */
  operation: string;
  /** Such as `query perPage`, `request metadata` or `response 200 data[].paidAt`. */
  place: string;
  problem: string;
}

const notInDocument = 'is not in the document';

// The document says no type for some nullable values, and uses keywords that OpenAPI alone knows.
const options = { strict: false, allErrors: true } as const;

/** Returns a function that compares exchanges with the operations of a document. */
export function createViolationFinder(
  operations: readonly Operation[],
): (exchange: Exchange) => { operation: string; violations: Violation[] } {
  const body = new Ajv(options);
  // Parameters are text in the address, whatever their type.
  const parameters = new Ajv({ ...options, coerceTypes: true });
  for (const ajv of [body, parameters]) formats.default(ajv);
  const compiled = new Map<Schema, ValidateFunction>();
  const errorsOf = (ajv: Ajv, schema: Schema, value: unknown): ErrorObject[] => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };

  return (exchange) => {
    const url = new URL(exchange.path, 'http://provider');
    const operation = findOperation(operations, exchange.method, url.pathname);
    if (!operation) {
      const name = `${exchange.method} ${url.pathname}`;
      return { operation: name, violations: [{ operation: name, place: 'path', problem: notInDocument }] };
    }
    const { pathParameters, query, request, responses } = operation;
    const violations = [
      ...placed('path', errorsOf(parameters, pathParameters, readPath(operation, url.pathname))),
      ...placed('query', errorsOf(parameters, query, Object.fromEntries(url.searchParams))),
    ];
    if (!exchange.authorization?.startsWith('Bearer '))
      violations.push({ place: 'header Authorization', problem: 'is required' });
    if (request) violations.push(...placed('request', errorsOf(body, request, exchange.requestBody)));
    else if (exchange.requestBody !== undefined)
      violations.push({ place: 'request', problem: notInDocument });
    const response = `response ${exchange.status}`;
    if (!responses.has(exchange.status)) violations.push({ place: response, problem: notInDocument });
    const schema = responses.get(exchange.status);
    if (schema) violations.push(...placed(response, errorsOf(body, schema, exchange.responseBody)));
    return {
      operation: operation.name,
      violations: violations.map((violation) => ({ operation: operation.name, ...violation })),
    };
  };
}

const isParameter = (segment: string) => /^\{.*\}$/.test(segment);

/** Finds the operation of a path; one without parameters goes before one with parameters. */
function findOperation(operations: readonly Operation[], method: string, pathname: string) {
  const segments = pathname.split('/');
  const matching = operations.filter((operation) => {
    const template = operation.path.split('/');
    return (
      operation.method === method &&
      template.length === segments.length &&
      template.every((segment, index) => isParameter(segment) || segment === segments[index])
    );
  });
  const parameterCount = ({ path }: Operation) => path.split('/').filter(isParameter).length;
  return matching.sort((a, b) => parameterCount(a) - parameterCount(b))[0];
}

function readPath({ path }: Operation, pathname: string): Record<string, string> {
  const values = pathname.split('/').map(decodeURIComponent);
  const segments = [...path.split('/').entries()].filter(([, segment]) => isParameter(segment));
  return Object.fromEntries(segments.map(([index, segment]) => [segment.slice(1, -1), values[index] ?? '']));
}

/** Names the place of each error. Errors within a combination are left out: the combination has an error of its own. */
function placed(part: string, errors: readonly ErrorObject[]): { place: string; problem: string }[] {
  const outer = errors.filter(({ schemaPath }) => !/\/(anyOf|oneOf|not)\/./.test(schemaPath));
  return outer.map(({ keyword, instancePath, params, message = keyword }) => {
    const [child, problem] = {
      required: [params.missingProperty, 'is required'],
      additionalProperties: [params.additionalProperty, notInDocument],
    }[keyword] ?? [undefined, message];
    const path = [...instancePath.split('/').slice(1), ...(child === undefined ? [] : [child])];
    const place = path.map((name) => (/^\d+$/.test(name) ? '[]' : `.${name}`)).join('');
    return { place: `${part} ${place.replace(/^\./, '')}`.trim(), problem };
  });
}
