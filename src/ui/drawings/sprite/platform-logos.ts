import * as logos from 'simple-icons';
import { markedPlatforms, platformMarkId } from './platform-mark-id.ts';

const logoOf: Record<(typeof markedPlatforms)[number], { path: string }> = {
  'Cisco Networking Academy': logos.siCisco,
  Codecademy: logos.siCodecademy,
  Coursera: logos.siCoursera,
  DataCamp: logos.siDatacamp,
  edX: logos.siEdx,
  freeCodeCamp: logos.siFreecodecamp,
  FutureLearn: logos.siFuturelearn,
  'HubSpot Academy': logos.siHubspot,
  'Hugging Face': logos.siHuggingface,
  'Khan Academy': logos.siKhanacademy,
  'Linux Foundation': logos.siLinuxfoundation,
  Pluralsight: logos.siPluralsight,
  'The Odin Project': logos.siTheodinproject,
  Udacity: logos.siUdacity,
  Udemy: logos.siUdemy,
};

/** Logos of platforms: id in the sprite, and an SVG path on 24 units. Imported in the build only. */
export const platformLogos = markedPlatforms.map((platform) => ({
  id: platformMarkId(platform) as string,
  d: logoOf[platform].path,
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
).map((name) => ({ name, d: logoOf[name].path }));
