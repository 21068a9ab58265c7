/** The mark of the product as the browser's tab shows it. Prerendered. */
export function GET(): Response {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><clipPath id="r"><rect width="48" height="48" rx="9"/></clipPath><g clip-path="url(#r)"><path fill="#141838" d="M0 0H48V48H0Z"/><path fill="#1d8f86" d="M6 42V40A10 10 0 0 1 16 30V42Z"/><path fill="#f7f1e3" d="M18 42V30A12 12 0 0 1 30 18V42Z"/><path fill="#f2a93b" d="M32 18A12 12 0 0 1 44 6V18ZM32 42A12 10 0 0 1 44 32V42Z"/><path fill="#c8643c" d="M32 20H44V30H32Z"/></g></svg>`;
  return new Response(mark, { headers: { 'content-type': 'image/svg+xml' } });
}
