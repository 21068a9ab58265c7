import { createHash } from 'node:crypto';
import { motifs, periodColumns, placeOf, weave } from '../cloth.ts';
import { coverPatterns, coverSize } from '../course-cover.ts';
import type { CourseTopic } from '../course-topic.ts';
import { clothPatches, repeats, squarePath } from '../patches.ts';
import { platformLogos } from './platform-logos.ts';

// Runs in the build only: browsers get the drawings as one file that they cache, and each place that shows one refers to
// it. Colours are custom properties and `fill` of the place (cover-styles.ts), so a drawing follows the theme.

const pairs = [0, 1, 2].map((pair) => `var(--ground-${pair}) var(--thread-${pair})` as const);

function coverPattern(index: number): string {
  const { columns, rows } = coverSize;
  const tiles = weave(`cover ${index}`, columns, rows, pairs).slice(0, -1);
  const drawn = tiles.map(
    (tile) =>
      `<g transform="${placeOf(tile)}">${square(tile.ground)}<path fill="${tile.thread}" fill-rule="evenodd" d="${motifs[tile.motif]}"/></g>`,
  );
  return `<g id="cover-${index}">${drawn.join('')}</g>`;
}

function topicIcon([topic, d]: [string, string]): string {
  const place = `translate(${(coverSize.columns - 1) * 40} ${(coverSize.rows - 1) * 40})`;
  return `<g id="${topic}" transform="${place}">${square('var(--icon-ground)')}<path fill="var(--icon-thread)" fill-rule="evenodd" transform="translate(9 9) scale(.917)" d="${d}"/></g>`;
}

function rating(count: number): string {
  const filled = `<path fill="var(--accent)" stroke="var(--accent-ink)" d="${filledStars(count)}"/>`;
  const open = `<path fill="none" stroke="var(--line-strong)" d="${openStars(count)}"/>`;
  return `<g id="stars-${count}" stroke-width="1.4">${filled}${open}</g>`;
}

/** A strip of cloth, one row high, as `Cloth` draws it. */
function strip(word: string, columns: number): string {
  const drawn = clothPatches(word, periodColumns, 1).map(
    ({ place, ground, thread, d }) =>
      `<g transform="${place}">${square(`var(--thread-${ground})`)}<path fill="var(--thread-${thread})" fill-rule="evenodd" d="${d}"/></g>`,
  );
  const period = drawn.join('');
  const copies = repeats(columns).map((x) => `<g transform="translate(${x})">${period}</g>`);
  return `${period}${copies.join('')}`;
}

const square = (fill: string) => `<path fill="${fill}" shape-rendering="crispEdges" d="${squarePath}"/>`;

/** Returns the SVG file with the patterns and icons of covers, the logos of platforms, and the stars of ratings. */
export function drawSprite(): string {
  const counts = Array.from({ length: starCount + 1 }, (_, count) => count);
  const drawings = [
    ...Array.from({ length: coverPatterns }, (_, index) => coverPattern(index)),
    ...Object.entries(topicIcons).map(topicIcon),
    ...platformLogos.map(({ id, d }) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${d}"/></symbol>`),
    ...counts.map(rating),
    `<g id="explore-cloth">${strip('explore', 48)}</g>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${drawings.join('')}</defs></svg>`;
}

/** Returns the file name of the sprite, which changes with its content. */
export function spriteName(): string {
  return `sprite.${createHash('sha256').update(drawSprite()).digest('hex').slice(0, 10)}`;
}

/** Number of stars of the best rating. */
const starCount = 5;

const width = 26;
const starAt = (place: number) =>
  `M${12 + place * width} 1.8l3.1 6.6 7.2.9-5.3 5 1.4 7.1L${12 + place * width} 17.9l-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z`;
const places = Array.from({ length: starCount }, (_, place) => place);

/** SVG path of the first `count` stars of a row; 128 × 24 units for all. */
const filledStars = (count: number): string => places.slice(0, count).map(starAt).join('');

/** SVG path of the other stars of the row. */
const openStars = (count: number): string => places.slice(count).map(starAt).join('');

/** The icon of each topic: an SVG path on 24 units, filled with the even-odd rule. */
const topicIcons: Record<CourseTopic, string> = {
  programming: 'M8 4L0 12L8 20L10.5 17.5L5 12L10.5 6.5ZM16 4L13.5 6.5L19 12L13.5 17.5L16 20L24 12Z',
  data: 'M2 13h5v9H2zM9.5 8h5v14h-5zM17 2h5v20h-5z',
  design: 'M2 9h13v13H2zM15 2a7 7 0 1 1 0 14a7 7 0 1 1 0-14z',
  business: 'M8 3h8v4h7v14H1V7h7zM10.5 5.5v1.5h3v-1.5zM1 13v1.5h22v-1.5z',
  marketing: 'M1 9h6L18 3v18L7 15H1zM20 10h3v4h-3zM5 17h4l1.5 6h-4z',
  languages: 'M1 2h15v10H8l-4 4v-4H1zM18 8h5v10h-2v4l-4-4H9v-3.5l.5-.5H18z',
  security:
    'M12 1l9.5 3.5v6.5c0 6-4 10-9.5 12c-5.5-2-9.5-6-9.5-12V4.5zM12 7a3 3 0 0 1 1.5 5.5L14.5 17h-5l1-4.5A3 3 0 0 1 12 7z',
  cloud: 'M6.5 20a5.5 5.5 0 0 1-.8-10.9A6.5 6.5 0 0 1 18.3 9A5.5 5.5 0 0 1 17.5 20z',
  writing: 'M1 23l2-7.5L15.5 3L21 8.5L8.5 21zM17 1.5L19 0l5 5l-1.5 2z',
  health: 'M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z',
  general: 'M1 4c4.5 0 8 1 10.3 3v14C9 19 5.5 18 1 18zM23 4c-4.5 0-8 1-10.3 3v14C15 19 18.5 18 23 18z',
};
