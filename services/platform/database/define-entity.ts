import { DefaultNamingStrategy, EntitySchema, type EntitySchemaIndexOptions, type Table } from 'typeorm';
import type { AnyColumn, Check, Column } from './columns.ts';

/** Returns the name of a table or column in the database. */
export const snakeCase = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** Names tables and columns in snake_case, and keys as PostgreSQL does by default: `payments_request_id_fkey`. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override tableName(targetName: string, userSpecifiedName: string | undefined): string {
    return userSpecifiedName ?? snakeCase(targetName);
  }

  override columnName(
    propertyName: string,
    customName: string | undefined,
    embeddedPrefixes: string[],
  ): string {
    return snakeCase([...embeddedPrefixes, customName ?? propertyName].join('_'));
  }

  override relationName(propertyName: string): string {
    return snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_fkey`;
  }
}

/** The rows of an entity: `type Payment = RowOf<typeof PaymentEntity>`. */
export type RowOf<Entity> = Entity extends EntitySchema<infer Row> ? Row : never;

/** Defines a table; the type of its rows follows from the columns, and so do the checks of single columns. */
export function defineEntity<Row extends object>(options: {
  name: string;
  tableName: string;
  columns: { [Name in keyof Row]: Column<Row[Name]> };
  indices?: (Omit<EntitySchemaIndexOptions, 'columns'> & { columns: NoInfer<keyof Row & string>[] })[];
  uniques?: { name: string; columns: NoInfer<keyof Row & string>[] }[];
  checks?: Check[];
}): EntitySchema<Row> {
  const { tableName, columns, checks = [] } = options;
  const columnChecks = Object.entries<AnyColumn>(columns).flatMap(
    ([name, { check }]) => check?.(tableName, snakeCase(name)) ?? [],
  );
  return new EntitySchema<Row>({ ...options, checks: [...columnChecks, ...checks] });
}
