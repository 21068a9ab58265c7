/** Memory of one Redis in bytes; `maxBytes` is 0 where it has no limit. */
export interface RedisMemory {
  usedBytes: number;
  maxBytes: number;
}

/** Share of `maxmemory` from which no jobs are added, and below which they are added again. The rest is for the workers' own calls. */
export const fullShare = 0.8;
const roomShare = 0.7;

/** Reads the response of `INFO memory`. What Redis does not count against `maxmemory` is not counted here either. */
export function parseMemory(info: string): RedisMemory {
  const numberOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    usedBytes: numberOf('used_memory') - numberOf('mem_not_counted_for_evict'),
    maxBytes: numberOf('maxmemory'),
  };
}

/** Returns the share of `maxmemory` that is used by the fullest of several servers; 0 without a limit. */
export function usedShare(servers: readonly RedisMemory[]): number {
  return Math.max(0, ...servers.map(({ usedBytes, maxBytes }) => (maxBytes > 0 ? usedBytes / maxBytes : 0)));
}

/** Returns what an operator has to change about the memory of the servers; undefined for nothing. */
export function describeMemoryProblem(servers: readonly RedisMemory[]): string | undefined {
  if (servers.some(({ maxBytes }) => maxBytes === 0))
    return 'Redis has no maxmemory, so that the system ends it when memory runs out; set it to at most 60 % of the memory it may use';
  const share = usedShare(servers);
  return share < fullShare
    ? undefined
    : `Redis uses ${percent(share)} of its maxmemory; new jobs wait in the outbox`;
}

/** Returns a share of 1 as text, such as "12 %". */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/**
 * Creates the decision whether jobs may be added: not from {@link fullShare} on, and again below 70 %. A full Redis refuses the
 * calls with which workers finish jobs as well, so that it would never become empty.
 */
export function createRoomDecision(): (share: number) => boolean {
  let isHeld = false;
  return (share) => {
    isHeld = share >= (isHeld ? roomShare : fullShare);
    return !isHeld;
  };
}
