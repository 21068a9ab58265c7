import { html } from '../html.ts';

/** The light values of the design tokens, as hex colours that all mail programs support. */
export const mailColours = {
  paper: '#fcf9f2',
  raised: '#fffefc',
  ink: '#171f36',
  soft: '#40495c',
  line: '#dfd8cc',
  primary: '#006055',
  onPrimary: '#f8fdfc',
  accent: '#f7ae29',
  clay: '#b5552f',
} as const;

/** The dark values, for mail programs that follow the reader's setting. */
export const mailStyles = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0f131e !important; }
  .raised { background: #181d29 !important; border-color: #2f3544 !important; }
  .ink { color: #f4f0e7 !important; }
  .soft { color: #c8c2b6 !important; }
  .button { background: #61dbc2 !important; color: #001c1a !important; }
}
</style>`;
