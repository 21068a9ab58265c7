import { createHash } from 'node:crypto';
import { motifs, periodColumns, placeOf, weave } from '../cloth.ts';
import { coverPatterns, coverSize } from '../course-cover.ts';
import { clothPatches, repeats, squarePath } from '../patches.ts';
import { platformLogos } from './platform-logos.ts';
import { filledStars, openStars, starCount } from './stars.ts';
import { topicIcons } from './topic-icons.ts';

// Runs in the build only: browsers get the drawings as one file that they cache, and each place that shows one refers to
// it. Colours are custom properties and `fill` of the place (course-cover.css), so a drawing follows the theme.

const pairs = [0, 1, 2].map((pair) => [`var(--ground-${pair})`, `var(--thread-${pair})`] as const);

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
