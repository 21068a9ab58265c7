import {
  siCisco,
  siCodecademy,
  siCoursera,
  siDatacamp,
  siEdx,
  siFreecodecamp,
  siFuturelearn,
  siHubspot,
  siHuggingface,
  siKhanacademy,
  siLinuxfoundation,
  siPluralsight,
  siTheodinproject,
  siUdacity,
  siUdemy,
} from 'simple-icons';
import { markedPlatforms, platformMarkId } from './platform-mark-id.ts';

const icons: Record<(typeof markedPlatforms)[number], { path: string }> = {
  'Cisco Networking Academy': siCisco,
  Codecademy: siCodecademy,
  Coursera: siCoursera,
  DataCamp: siDatacamp,
  edX: siEdx,
  freeCodeCamp: siFreecodecamp,
  FutureLearn: siFuturelearn,
  'HubSpot Academy': siHubspot,
  'Hugging Face': siHuggingface,
  'Khan Academy': siKhanacademy,
  'Linux Foundation': siLinuxfoundation,
  Pluralsight: siPluralsight,
  'The Odin Project': siTheodinproject,
  Udacity: siUdacity,
  Udemy: siUdemy,
};

/** Logos of platforms: id in the sprite, and an SVG path on 24 units. Imported in the build only. */
export const platformLogos = markedPlatforms.map((platform) => ({
  id: platformMarkId(platform) as string,
  d: icons[platform].path,
}));

/** The platforms whose courses are requested most, in alphabetical order, with their logos. */
export const platformMarks = (
  [
    'Codecademy',
    'Coursera',
    'edX',
    'freeCodeCamp',
    'Khan Academy',
    'Pluralsight',
    'Udacity',
    'Udemy',
  ] as const
).map((name) => ({ name, d: icons[name].path }));
