import { outsideServices } from '#contracts/cases/cases.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** A server of others that does not serve us now; deleted when it does again. */
export type ServiceOutage = RowOf<typeof ServiceOutageEntity>;

export const ServiceOutageEntity = defineEntity({
  name: 'ServiceOutage',
  tableName: 'service_outages',
  columns: {
    service: { ...column.oneOf(outsideServices), primary: true },
    /** When the first call failed. */
    since: column.createdAt,
    /** How many calls have failed since. */
    tries: { ...column.integer, default: 1 },
    lastError: column.text,
    /** Whether an incident was opened. */
    isReported: column.flag,
  },
});

/** A worker process; deleted when it ends in order. */
export const WorkerHeartbeatEntity = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeats',
  columns: {
    /** Chosen by the process. */
    id: { ...column.uuid, primary: true },
    /** Name of its machine. */
    host: column.text,
    startedAt: column.createdAt,
    seenAt: column.createdAt,
    /** Whether an incident was opened because it is not seen any more. */
    isReported: column.flag,
  },
});
