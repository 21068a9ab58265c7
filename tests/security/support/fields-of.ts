/** A JSON Schema, as far as bodies of calls use it. */
export interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  [key: string]: unknown;
}

/** A field of a body: where it is, and what it may be. */
export interface Field {
  path: string[];
  schema: JsonSchema;
}

/** Every field that a schema names, the inner ones included; `0` stands for an element of a list. */
export function fieldsOf(schema: JsonSchema, path: string[] = []): Field[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldsOf(child, [...path, name]),
  );
  const elements = schema.items ? fieldsOf(schema.items, [...path, '0']) : [];
  return [...(path.length > 0 ? [{ path, schema }] : []), ...inner, ...elements];
}

/** Returns whether a value has the JSON type that a schema requires. */
export function isOfType(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((variant) => isOfType(variant, value));
  if (schema.enum) return schema.enum.includes(value);
  if (!schema.type) return true;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const wanted = [schema.type].flat();
  return wanted.includes(type) || (wanted.includes('integer') && Number.isInteger(value));
}

/** A copy of a body with another value in one field. */
export function withField(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body))
    return Object.assign([...body], { [name]: withField(body[Number(name)], rest, value) });
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [name]: withField(object[name], rest, value) };
}
