import type { Palette, Thread } from './cloth.ts';
import { type CourseTopic, type CourseWords, courseTopic } from './course-topic.ts';
import { clothPatches, type Patch } from './patches.ts';

/** Size of a cover in squares of 40 units. */
export const coverSize = { columns: 7, rows: 2 } as const;

/** A generated cover: patches, and the topic's icon in the last square. */
export interface CourseCover {
  topic: CourseTopic;
  patches: Patch[];
  /** The square of the icon. */
  icon: Patch & { ground: Thread };
}

interface Look {
  palette: Palette;
  /** Ground and foreground colour of the icon. */
  icon: readonly [Thread, Thread];
  /** SVG path on 24 units, filled with the even-odd rule. */
  d: string;
}

const looks: Record<CourseTopic, Look> = {
  programming: {
    palette: [
      ['night', 'teal'],
      ['teal', 'cotton'],
      ['saffron', 'night'],
      ['cotton', 'indigo'],
    ],
    icon: ['saffron', 'night'],
    d: 'M8 4L0 12L8 20L10.5 17.5L5 12L10.5 6.5ZM16 4L13.5 6.5L19 12L13.5 17.5L16 20L24 12Z',
  },
  data: {
    palette: [
      ['indigo', 'saffron'],
      ['cotton', 'indigo'],
      ['indigo', 'cotton'],
      ['saffron', 'indigo'],
    ],
    icon: ['night', 'saffron'],
    d: 'M2 13h5v9H2zM9.5 8h5v14h-5zM17 2h5v20h-5z',
  },
  design: {
    palette: [
      ['clay', 'cotton'],
      ['saffron', 'clay'],
      ['cotton', 'clay'],
      ['clay', 'night'],
    ],
    icon: ['night', 'cotton'],
    d: 'M2 9h13v13H2zM15 2a7 7 0 1 1 0 14a7 7 0 1 1 0-14z',
  },
  business: {
    palette: [
      ['teal', 'cotton'],
      ['saffron', 'night'],
      ['cotton', 'teal'],
      ['teal', 'night'],
    ],
    icon: ['night', 'saffron'],
    d: 'M8 3h8v4h7v14H1V7h7zM10.5 5.5v1.5h3v-1.5zM1 13v1.5h22v-1.5z',
  },
  marketing: {
    palette: [
      ['saffron', 'clay'],
      ['clay', 'saffron'],
      ['saffron', 'night'],
      ['cotton', 'clay'],
    ],
    icon: ['indigo', 'cotton'],
    d: 'M1 9h6L18 3v18L7 15H1zM20 10h3v4h-3zM5 17h4l1.5 6h-4z',
  },
  languages: {
    palette: [
      ['teal', 'saffron'],
      ['cotton', 'teal'],
      ['indigo', 'cotton'],
      ['teal', 'cotton'],
    ],
    icon: ['clay', 'cotton'],
    d: 'M1 2h15v10H8l-4 4v-4H1zM18 8h5v10h-2v4l-4-4H9v-3.5l.5-.5H18z',
  },
  security: {
    palette: [
      ['night', 'clay'],
      ['night', 'cotton'],
      ['clay', 'cotton'],
      ['cotton', 'night'],
    ],
    icon: ['cotton', 'night'],
    d: 'M12 1l9.5 3.5v6.5c0 6-4 10-9.5 12c-5.5-2-9.5-6-9.5-12V4.5zM12 7a3 3 0 0 1 1.5 5.5L14.5 17h-5l1-4.5A3 3 0 0 1 12 7z',
  },
  cloud: {
    palette: [
      ['indigo', 'cotton'],
      ['teal', 'cotton'],
      ['cotton', 'indigo'],
      ['saffron', 'indigo'],
    ],
    icon: ['saffron', 'indigo'],
    d: 'M6.5 20a5.5 5.5 0 0 1-.8-10.9A6.5 6.5 0 0 1 18.3 9A5.5 5.5 0 0 1 17.5 20z',
  },
  writing: {
    palette: [
      ['cotton', 'night'],
      ['cotton', 'clay'],
      ['night', 'cotton'],
      ['saffron', 'night'],
    ],
    icon: ['clay', 'cotton'],
    d: 'M1 23l2-7.5L15.5 3L21 8.5L8.5 21zM17 1.5L19 0l5 5l-1.5 2z',
  },
  health: {
    palette: [
      ['teal', 'cotton'],
      ['cotton', 'clay'],
      ['clay', 'cotton'],
      ['cotton', 'teal'],
    ],
    icon: ['teal', 'cotton'],
    d: 'M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z',
  },
  general: {
    palette: [
      ['indigo', 'cotton'],
      ['saffron', 'night'],
      ['teal', 'cotton'],
      ['clay', 'cotton'],
    ],
    icon: ['night', 'cotton'],
    d: 'M1 4c4.5 0 8 1 10.3 3v14C9 19 5.5 18 1 18zM23 4c-4.5 0-8 1-10.3 3v14C15 19 18.5 18 23 18z',
  },
};

/** Generates the cover of a course; the same title, description and tags always give the same cover. */
export function courseCover(words: CourseWords): CourseCover {
  const topic = courseTopic(words);
  const { palette: all, icon, d } = looks[topic];
  // Each course omits one colour pair of its topic, so that covers of one topic differ.
  const left = sumOf(words.title) % all.length;
  const palette = all.filter((_, place) => place !== left);
  const { columns, rows } = coverSize;
  return {
    topic,
    patches: clothPatches(words.title, columns, rows, palette).slice(0, -1),
    icon: {
      place: `translate(${(columns - 1) * 40} ${(rows - 1) * 40})`,
      ground: icon[0],
      thread: icon[1],
      d,
    },
  };
}

function sumOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return sum;
}
