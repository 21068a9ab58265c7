/** The mark of the product as the browser's tab shows it. Prerendered. */
export function GET(): Response {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><clipPath id="r"><rect width="48" height="48" rx="9"/></clipPath><g clip-path="url(#r)"><path fill="#141838" d="M0 0H48V48H0Z"/><path fill="#1d7f77" d="M4 32H16V44H4ZM18 44A12 12 0 0 1 30 32V44ZM18 18H30A12 12 0 0 1 18 30Z"/><path fill="#f7f1e3" fill-rule="evenodd" d="M18 18H30V44H18ZM18 44A12 12 0 0 1 30 32V44ZM18 18H30A12 12 0 0 1 18 30Z"/><path fill="#f2a93b" d="M32 4H44A12 12 0 0 1 32 16ZM32 44A12 12 0 0 1 44 32V44Z"/><path fill="#c8643c" d="M32 18H44V30H32Z"/></g></svg>`;
  return new Response(mark, { headers: { 'content-type': 'image/svg+xml' } });
}
