import sharp from 'sharp';
import { palette } from '#contracts/site/palette.ts';
import type { User } from '#services/accounts/user.entity.ts';

const { teal, saffron, cotton, clay, night, indigo } = palette.thread;

const palettes = [
  [teal, saffron, cotton],
  [indigo, saffron, cotton],
  [night, teal, saffron],
  [clay, cotton, teal],
] as const;

const sidePx = 256;

/** Draws a WebP picture for a sample person: a pattern of arcs and triangles, deterministic for each number. */
export function drawPortrait(number: number): Promise<Buffer> {
  const [ground, motif, dot] = palettes[number % palettes.length] ?? palettes[0];
  const turns = 3 + (number % 4);
  const arcs = Array.from({ length: turns }, (_, ring) => {
    const radius = 24 + ring * 22;
    return `<circle cx="128" cy="${150 - (number % 3) * 22}" r="${radius}" fill="none" stroke="${motif}" stroke-width="8" stroke-dasharray="${radius} ${8 + (number % 5) * 4}"/>`;
  });
  const comb = Array.from({ length: 8 }, (_, tooth) => {
    const x = tooth * 32;
    return `<path d="M${x} 256 l16 -${26 + ((tooth + number) % 3) * 12} l16 ${26 + ((tooth + number) % 3) * 12} z" fill="${dot}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}"><rect width="100%" height="100%" fill="${ground}"/>${arcs.join('')}${comb.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).webp({ quality: 82 }).toBuffer();
}

/** A sample person with an invented name. */
export interface SamplePerson {
  key: string;
  fullName: string;
  country: string;
  gender: NonNullable<User['gender']>;
  role: 'learner' | 'sponsor';
}

const personOf =
  (role: SamplePerson['role']) =>
  (key: string, fullName: string, country: string, gender: SamplePerson['gender']): SamplePerson => ({
    key,
    fullName,
    country,
    gender,
    role,
  });
const learner = personOf('learner');
const sponsor = personOf('sponsor');

/** Twelve learners and three sponsors from countries across Africa. */
export const samplePeople: readonly SamplePerson[] = [
  learner('amara', 'Amara Okonjo', 'Nigeria', 'female'),
  learner('kwame', 'Kwame Boadi', 'Ghana', 'male'),
  learner('wanjiru', 'Wanjiru Kamande', 'Kenya', 'female'),
  learner('tesfaye', 'Tesfaye Alemu', 'Ethiopia', 'male'),
  learner('aicha', 'Aïcha Traoré', 'Mali', 'female'),
  learner('sipho', 'Sipho Ndlela', 'South Africa', 'male'),
  learner('nadia', 'Nadia Belkacem', 'Algeria', 'female'),
  learner('juma', 'Juma Mwakasege', 'Tanzania', 'male'),
  learner('claudine', 'Claudine Uwera', 'Rwanda', 'female'),
  learner('omar', 'Omar Fahmy', 'Egypt', 'male'),
  learner('fatou', 'Fatou Ceesay', 'Gambia', 'female'),
  learner('tendai', 'Tendai Marufu', 'Zimbabwe', 'nb'),
  sponsor('grace', 'Grace Adeyinka', 'Nigeria', 'female'),
  sponsor('david', 'David Otieno', 'Kenya', 'male'),
  sponsor('lindiwe', 'Lindiwe Maseko', 'South Africa', 'female'),
];
