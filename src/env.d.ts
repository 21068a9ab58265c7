/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('#contracts/site/page-locals.ts').PageLocals> {}
}

/** From `src/build/brand.ts`. */
declare const BRAND_IN_SCRIPTS: import('#contracts/site/brand.ts').BrandInScripts;
declare const BRAND_OF_SITE: import('#contracts/site/brand.ts').BrandOfSite;
