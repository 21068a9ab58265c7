import { Validator } from '@seriousme/openapi-schema-validator';
import { type Schema, toJsonSchema } from './to-json-schema.ts';

/** The file is missing or is not an OpenAPI 3.0 document. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** One operation of the document, with JSON Schemas for its parts. */
export interface Operation {
  /** Method and path, such as `GET /refund/{id}`. */
  name: string;
  method: string;
  path: string;
  pathParameters: Schema;
  query: Schema;
  /** Undefined where the operation takes no JSON. */
  request: Schema | undefined;
  /** By status. A response without a schema is undefined; `default`, which has none in the document, is left out. */
  responses: Map<number, Schema | undefined>;
}

interface Content {
  content?: { 'application/json'?: { schema?: Schema } };
}
interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}
interface DescribedOperation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
type Paths = Record<string, Record<string, DescribedOperation> & { parameters?: Parameter[] }>;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns the operations of an OpenAPI 3.0 document. `source`: its path, or the parsed document. @throws DocumentError */
export async function readDocument(source: string | Record<string, unknown>): Promise<Operation[]> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(source);
  if (!valid)
    throw new DocumentError(
      typeof errors === 'string' ? errors : `It is not valid: ${JSON.stringify(errors)}`,
    );
  if (validator.version !== '3.0') throw new DocumentError(`It is OpenAPI ${validator.version}, not 3.0`);
  const { paths } = validator.resolveRefs() as { paths: Paths };
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => toOperation(method, path, item[method] as DescribedOperation, item.parameters ?? [])),
  );
}

function toOperation(
  method: string,
  path: string,
  described: DescribedOperation,
  shared: Parameter[],
): Operation {
  const parameters = [...shared, ...(described.parameters ?? [])];
  const request = schemaOf(described.requestBody);
  const responses = Object.entries(described.responses).filter(([status]) => status !== 'default');
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    pathParameters: parametersIn('path', parameters),
    query: parametersIn('query', parameters),
    request: request && toJsonSchema(request),
    responses: new Map(
      responses.map(([status, response]) => {
        const schema = schemaOf(response);
        return [Number(status), schema && toJsonSchema(schema)];
      }),
    ),
  };
}

const schemaOf = (part: Content | undefined) => part?.content?.['application/json']?.schema;

function parametersIn(place: string, parameters: Parameter[]): Schema {
  const those = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(those.map(({ name, schema }) => [name, toJsonSchema(schema)])),
    required: those.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}
