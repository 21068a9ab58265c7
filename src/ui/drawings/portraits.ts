import type { Thread } from './cloth.ts';

/** Colours of a portrait: threads and skin colours. */
export type PortraitColour = Thread | 'deep' | 'brown' | 'tan';

/** A drawn portrait of an invented person on 120 units: the ground, and shapes from back to front. */
export interface Portrait {
  ground: PortraitColour;
  shapes: readonly (readonly [PortraitColour, string])[];
}

const head = 'M60 34a24 25 0 0 1 24 25v4a24 26 0 0 1-48 0v-4a24 25 0 0 1 24-25Z';
const neck = 'M50 78h20v20a10 8 0 0 1-20 0Z';
const shoulders = 'M6 120C8 99 28 94 48 91a13 10 0 0 0 24 0C92 94 112 99 114 120Z';
const eyes = 'M47 59a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2ZM73 59a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2Z';
const smile = 'M51 73a10.5 10.5 0 0 0 18 0l-2-1.3a8 8 0 0 1-14 0Z';

/** Portraits by their distinguishing feature. */
export const portraits = {
  wrap: {
    ground: 'saffron',
    shapes: [
      ['deep', neck],
      ['teal', shoulders],
      ['cotton', 'M40 93l20 27l20-27l-6-1.5a14 11 0 0 1-28 0Z'],
      ['deep', head],
      ['indigo', 'M33 56C28 30 40 16 62 15C86 14 94 34 87 56C84 42 74 38 60 38S36 42 33 56Z'],
      ['clay', 'M34 45C40 34 76 30 87 42l1 7C80 37 44 38 33 53Z'],
      ['indigo', 'M76 12a12 10 0 1 1 14 16C82 27 78 20 76 12Z'],
      ['night', eyes],
      ['night', smile],
      ['cotton', 'M34.5 70a3 3 0 1 1 0 6a3 3 0 1 1 0-6ZM85.5 70a3 3 0 1 1 0 6a3 3 0 1 1 0-6Z'],
    ],
  },
  beard: {
    ground: 'teal',
    shapes: [
      ['brown', neck],
      ['cotton', shoulders],
      ['clay', 'M55 99h10v21H55Z'],
      ['brown', head],
      [
        'night',
        'M35 58C31 36 42 25 60 25S89 36 85 58C83 48 80 44 74 43C64 41 56 41 46 43C40 44 37 48 35 58Z',
      ],
      ['night', 'M36 62C40 71 46 69 60 69S80 71 84 62C85 84 74 92 60 92S35 84 36 62Z'],
      ['cotton', 'M51 75h18a9 7 0 0 1-18 0Z'],
      ['night', eyes],
    ],
  },
  glasses: {
    ground: 'indigo',
    shapes: [
      ['cotton', 'M60 20C86 20 92 42 90 62C89 78 84 84 80 86H40C36 84 31 78 30 62C28 42 34 20 60 20Z'],
      ['cotton', 'M60 6a13 12 0 1 1 0 24a13 12 0 1 1 0-24Z'],
      ['tan', neck],
      ['saffron', shoulders],
      ['clay', 'M44 92c4 14 28 14 32 0l5 1.5C74 112 46 112 39 93.5Z'],
      ['tan', head],
      ['cotton', 'M35 58C36 40 46 34 60 34S84 40 85 58C78 54 70 48 64 40C56 50 46 55 35 58Z'],
      [
        'night',
        'M47 53a9 9 0 1 1 0 18a9 9 0 1 1 0-18ZM47 55.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM73 53a9 9 0 1 1 0 18a9 9 0 1 1 0-18ZM73 55.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM55 61h10v2.4H55Z',
      ],
      ['night', eyes],
      ['clay', 'M51 76a10.5 10.5 0 0 0 18 0l-2-1.3a8 8 0 0 1-14 0Z'],
    ],
  },
  curls: {
    ground: 'clay',
    shapes: [
      [
        'night',
        'M60 14a16 16 0 0 1 15 6a15 15 0 0 1 15 15a15 15 0 0 1 3 22a15 15 0 0 1-6 20a15 15 0 0 1-14 8H47a15 15 0 0 1-14-8a15 15 0 0 1-6-20a15 15 0 0 1 3-22a15 15 0 0 1 15-15a16 16 0 0 1 15-6Z',
      ],
      ['brown', neck],
      ['night', shoulders],
      ['saffron', 'M30 96l8-2.5c3 18 41 18 44 0l8 2.5C84 122 36 122 30 96Z'],
      ['brown', head],
      ['night', 'M35 56C38 38 48 33 60 33S82 38 85 56C79 48 70 45 60 45S41 48 35 56Z'],
      ['night', eyes],
      ['night', smile],
    ],
  },
} as const satisfies Record<string, Portrait>;

/** Name of one of the {@link portraits}. */
export type PortraitName = keyof typeof portraits;
