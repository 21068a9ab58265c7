import type { Thread } from './cloth.ts';

/** The threads and the paper of the light theme as sRGB, for pictures that know no stylesheet (tokens.css is the source). */
export const threadColours = {
  indigo: '#263168',
  night: '#171e3d',
  teal: '#007a6f',
  saffron: '#f7ae29',
  clay: '#c85b38',
  cotton: '#f8f2e5',
  paper: '#fcf9f2',
  ink: '#171f36',
} as const satisfies Record<Thread | 'paper' | 'ink', string>;
