import type { EntitySchemaColumnOptions } from 'typeorm';

/** Where the bytes of a row's file are: in `data`, or in the object store under `objectKey`. `data` counts if both are set. */
export interface StoredBytes {
  data: Buffer | null;
  objectKey: string | null;
}

/** The columns of {@link StoredBytes}. */
export const fileColumns = {
  data: { type: 'bytea', nullable: true },
  objectKey: { type: 'uuid', nullable: true },
} satisfies Record<keyof StoredBytes, EntitySchemaColumnOptions>;

/** The constraint of a table with {@link fileColumns}: no row without bytes. */
export const hasFile = (table: string): { name: string; expression: string } => ({
  name: `${table}_has_file`,
  expression: 'data IS NOT NULL OR object_key IS NOT NULL',
});
