/** The set of course URLs in a file. */
export interface SeenLinks {
  /** Returns the first line with this platform and URL; adds it and returns undefined when it is new. */
  firstLine(platform: string, url: string, line: number): number | undefined;
}

const cells = 3;
const mostFilled = 0.6;

/**
 * Creates an open-addressing hash table of 64-bit hashes and line numbers in typed arrays: 12 bytes a slot, 25 MB for a
 * million links, where a Set of strings takes over 100 MB. A hash collision only affects the counts and has a
 * probability of about 3 in 100 million for a file of a million rows.
 */
export function createSeenLinks(slots = 1 << 12): SeenLinks {
  let table = new Uint32Array(slots * cells);
  let filled = 0;
  const hash = new Uint32Array(2);

  /** Returns the slot with the hash, or the empty slot to insert it. */
  const findSlot = (into: Uint32Array, high: number, low: number): number => {
    const mask = into.length / cells - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * cells;
      if (into[at + 2] === 0 || (into[at] === high && into[at + 1] === low)) return at;
    }
  };

  const put = (into: Uint32Array, at: number, high: number, low: number, line: number) => {
    into[at] = high;
    into[at + 1] = low;
    into[at + 2] = line;
  };

  const grow = () => {
    const larger = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += cells) {
      const [high = 0, low = 0, line = 0] = table.subarray(at, at + cells);
      if (line > 0) put(larger, findSlot(larger, high, low), high, low, line);
    }
    table = larger;
  };

  return {
    firstLine(platform, url, line) {
      hashLink(platform, url, hash);
      const [high = 0, low = 0] = hash;
      const at = findSlot(table, high, low);
      const seen = table[at + 2];
      if (seen) return seen;
      put(table, at, high, low, line);
      filled += 1;
      if (filled > (table.length / cells) * mostFilled) grow();
      return undefined;
    },
  };
}

/** cyrb53 by bryc (public domain), with all 64 bits. */
function hashLink(platform: string, url: string, into: Uint32Array): void {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const text of [platform, url]) {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    // Separator, so that "a" + "bc" is not "ab" + "c".
    high = Math.imul(high ^ 0x1f, 2_654_435_761);
    low = Math.imul(low ^ 0x1f, 1_597_334_677);
  }
  into[0] = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  into[1] = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
}
