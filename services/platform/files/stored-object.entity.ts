import { EntitySchema } from 'typeorm';
import { createdAt, moment } from '#services/platform/database/columns.ts';

/** An object in the object store. The row is committed before the object is sent there, and deleted after it. */
export interface StoredObject {
  key: string;
  sha256: Buffer;
  sizeBytes: number;
  /** When the object may be deleted; null while a row refers to it (the trigger `reference_object`). */
  deleteAfter: Date | null;
  createdAt: Date;
}

export const StoredObjectEntity = new EntitySchema<StoredObject>({
  name: 'StoredObject',
  tableName: 'stored_objects',
  columns: {
    key: { type: 'uuid', primary: true },
    sha256: { type: 'bytea' },
    sizeBytes: { type: 'integer' },
    deleteAfter: moment,
    createdAt,
  },
  indices: [
    { name: 'stored_objects_to_delete', columns: ['deleteAfter'], where: 'delete_after IS NOT NULL' },
  ],
});
