/** A schema of OpenAPI 3.0 without references, or a JSON Schema. */
export interface Schema {
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
}

const combinators = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Returns the JSON Schema of a schema of OpenAPI 3.0. With `isClosed`, an object may only have the properties that its
 * schema names: what a document does not name, nothing may rely on.
 */
export function toJsonSchema(schema: Schema, isClosed = true): Schema {
  const { nullable, ...rest } = schema;
  const result: Schema = { ...rest };
  // Without a type, a schema allows null in any case (OpenAPI 3.0.3, "Fixed Fields" of the schema object).
  if (nullable && schema.type) result.nullable = true;
  if (nullable && schema.enum) result.enum = [...schema.enum, null];
  if (schema.properties) {
    const properties = Object.entries(schema.properties);
    result.properties = Object.fromEntries(
      properties.map(([name, property]) => [name, toJsonSchema(property, isClosed)]),
    );
    if (isClosed && !schema.allOf) result.additionalProperties = schema.additionalProperties ?? false;
  }
  if (schema.items) result.items = toJsonSchema(schema.items, isClosed);
  // A part of a combination does not see the properties of the others.
  for (const combinator of combinators)
    if (schema[combinator]) result[combinator] = schema[combinator].map((part) => toJsonSchema(part, false));
  if (schema.not) result.not = toJsonSchema(schema.not, false);
  return result;
}
