import type { Thread } from './cloth.ts';

/**
 * Thread and paper colours of the light theme as sRGB, for images outside the stylesheet's reach (source:
 * tokens.css).
 */
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
