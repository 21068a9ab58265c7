import { DefaultNamingStrategy, type Table } from 'typeorm';

const snake = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** Names tables and columns in snake_case, and keys as PostgreSQL does by default: `payments_request_id_fkey`. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override tableName(targetName: string, userSpecifiedName: string | undefined): string {
    return userSpecifiedName ?? snake(targetName);
  }

  override columnName(
    propertyName: string,
    customName: string | undefined,
    embeddedPrefixes: string[],
  ): string {
    return snake([...embeddedPrefixes, customName ?? propertyName].join('_'));
  }

  override relationName(propertyName: string): string {
    return snake(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_fkey`;
  }
}
