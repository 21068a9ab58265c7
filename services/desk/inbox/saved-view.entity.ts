import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** Filters and order of the inbox that an operator has saved under a name. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_views',
  columns: {
    id: column.id,
    operatorId: column.reference('User'),
    name: column.text,
    /** Query of the address of the inbox. */
    query: column.text,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'saved_views_name', columns: ['operatorId', 'name'], unique: true }],
});
