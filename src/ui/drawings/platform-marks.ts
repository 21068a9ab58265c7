import {
  siCodecademy,
  siCoursera,
  siEdx,
  siFreecodecamp,
  siKhanacademy,
  siPluralsight,
  siUdacity,
  siUdemy,
} from 'simple-icons';

/** A platform's mark: one colour, drawn on 24 units. Only used at build, so that browsers get just the paths. */
export interface PlatformMark {
  name: string;
  d: string;
}

/** Platforms whose courses people ask for most, by alphabet. */
export const platformMarks: readonly PlatformMark[] = [
  siCodecademy,
  siCoursera,
  siEdx,
  siFreecodecamp,
  siKhanacademy,
  siPluralsight,
  siUdacity,
  siUdemy,
].map(({ title, path }) => ({ name: title, d: path }));
