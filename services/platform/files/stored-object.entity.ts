import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** An object in the object store. The row is committed before the object is sent there, and deleted after it. */
export const StoredObjectEntity = defineEntity({
  name: 'StoredObject',
  tableName: 'stored_objects',
  columns: {
    key: { ...column.uuid, primary: true },
    sha256: column.bytes,
    sizeBytes: column.integer,
    /** When the object may be deleted; null while a row refers to it (the trigger `reference_object`). */
    deleteAfter: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'stored_objects_to_delete', columns: ['deleteAfter'], where: 'delete_after IS NOT NULL' },
  ],
});

/** The columns of a file, whose bytes are in `data`, or in the object store under `objectKey`. `data` counts if both are set. */
export const fileColumns = {
  data: column.ofFile({
    ...column.optional(column.bytes),
    check: (table: string) => ({
      name: `${table}_has_file`,
      expression: 'data IS NOT NULL OR object_key IS NOT NULL',
    }),
  }),
  objectKey: column.ofFile(column.optional(column.uuid)),
};

/** Where the bytes of a row's file are. */
export interface StoredBytes {
  data: Buffer | null;
  objectKey: string | null;
}
