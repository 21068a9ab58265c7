import type { RigOptions } from '../../options.ts';

/** Why a scenario about Redis cannot run with these options. */
export const needsRedis = ({ backend }: RigOptions): string | undefined =>
  backend === 'redis' ? undefined : 'it is about Redis: --backend redis';
