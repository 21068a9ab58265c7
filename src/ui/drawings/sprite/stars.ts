/** Number of stars of the best rating. */
export const starCount = 5;

const width = 26;
const starAt = (place: number) =>
  `M${12 + place * width} 1.8l3.1 6.6 7.2.9-5.3 5 1.4 7.1L${12 + place * width} 17.9l-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z`;
const places = Array.from({ length: starCount }, (_, place) => place);

/** SVG path of the first `count` stars of a row; 128 × 24 units for all. */
export const filledStars = (count: number): string => places.slice(0, count).map(starAt).join('');

/** SVG path of the other stars of the row. */
export const openStars = (count: number): string => places.slice(count).map(starAt).join('');
