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

/** A platform's logo: one colour, on 24 units. Imported only at build time, so that browsers receive just the paths. */
export interface PlatformMark {
  name: string;
  d: string;
}

/** Platforms whose courses are requested most, in alphabetical order. */
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
