import type { EntitySchemaColumnOptions } from 'typeorm';

/** A random id made by the database. */
export const id: EntitySchemaColumnOptions = { type: 'uuid', primary: true, generated: 'uuid' };

/** The moment of insertion, by the database's clock. */
export const createdAt: EntitySchemaColumnOptions = { type: 'timestamptz', default: () => 'now()' };

/** A moment that may not have come. */
export const moment: EntitySchemaColumnOptions = { type: 'timestamptz', nullable: true };

/** Required text. */
export const text: EntitySchemaColumnOptions = { type: 'text' };

/** Text that may be absent. */
export const optionalText: EntitySchemaColumnOptions = { type: 'text', nullable: true };

/** A yes or no that starts as no. */
export const flag: EntitySchemaColumnOptions = { type: 'boolean', default: false };

const exactInteger = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};

/** An amount in minor units; below 2^53, so a number holds it exactly. */
export const amountMinor: EntitySchemaColumnOptions = { type: 'bigint', transformer: exactInteger };

/** A reference to a row of another entity, by the entity's name. */
export function reference(
  target: string,
  options: { onDelete?: 'CASCADE' | 'RESTRICT' | 'SET NULL'; nullable?: boolean; primary?: boolean } = {},
): EntitySchemaColumnOptions {
  const { onDelete = 'RESTRICT', ...rest } = options;
  return { type: 'uuid', foreignKey: { target, onDelete }, ...rest };
}

/** SQL of a check that a column holds one of these values. */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`;
}
