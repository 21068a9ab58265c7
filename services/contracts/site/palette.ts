/**
 * Colours of `src/styles/tokens.css` as sRGB, for mails, receipts, images and the API document, which cannot use its
 * custom properties. Names are the tokens' names.
 */
export const palette = {
  light: {
    paper: '#fcf9f2',
    paperRaised: '#fffefc',
    paperSunk: '#f4eee3',
    ink: '#171f36',
    inkSoft: '#40495c',
    line: '#dfd8cc',
    primary: '#006055',
    primaryStrong: '#004b43',
    primarySoft: '#d4f2ea',
    onPrimary: '#f8fdfc',
    accent: '#f7ae29',
  },
  dark: {
    paper: '#0f131e',
    paperRaised: '#181d29',
    paperSunk: '#0a0d16',
    ink: '#f4f0e7',
    inkSoft: '#c8c2b6',
    line: '#2f3544',
    primary: '#61dbc2',
    primaryStrong: '#84edd3',
    primarySoft: '#033633',
    onPrimary: '#001c1a',
  },
  /** Threads of the drawn patterns, in the light theme. */
  thread: {
    indigo: '#263168',
    night: '#171e3d',
    teal: '#007a6f',
    saffron: '#f7ae29',
    clay: '#c85b38',
    cotton: '#f8f2e5',
  },
} as const;
