/** An attribute of the elements that the texts would create; no page of the product has it. */
export const injectedAttribute = 'data-injected';

/** The function that the scripts of the texts call. */
export const canaryName = '__hit';

const call = `${canaryName}(1)`;

/**
 * Texts that run a script or add an element where a page or mail inserts them without the right escape. The first one has
 * no space, so that a first name contains it.
 */
export const hostileTexts = [
  `<b/${injectedAttribute}>`,
  `<img/src=x/onerror=${call}>`,
  `<script>${call}</script>`,
  `<svg/onload=${call}>`,
  `"onmouseover="${call}"${injectedAttribute}="`,
  `'onmouseover='${call}'${injectedAttribute}='`,
  `"><i ${injectedAttribute}>`,
  `'><i ${injectedAttribute}>`,
  `\`\${${call}}{{${call}}}\${{${call}}}`,
  `</script><script>${call}</script>`,
  `</style></textarea></title></noscript></template><i ${injectedAttribute}>`,
  `--><i ${injectedAttribute}>]]><!--`,
  `","__proto__":{"x":1},"y":[0,"<img src=x onerror=${call}>"],"`,
  `<astro-island ${injectedAttribute} props='{"a":[0,"b"]}' component-url="/x.js"></astro-island>`,
  `&lt;i ${injectedAttribute}&gt;&#60;i&#62;`,
  `javascript:${call}`,
  // Right-to-left override, zero width space, byte order mark, line separator, and control characters.
  '\u202Egnp.exe\u202C\u200B\uFEFF\u2028\u0001\u001B',
  '\r\nBcc: other@hostile.example\r\n\r\n<b>body</b>',
] as const;

/** The texts as one, which is stored in every column. */
export const hostileText = hostileTexts.join(' ');

/** The text after the mark of a column wherever its text is shown as it is. */
export const firstHostileText = hostileTexts[0];

/** Names a column in its text; the same in lower case. */
export const markOf = (column: string) => `¤${column}¤`;
