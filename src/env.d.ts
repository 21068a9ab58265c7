/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('#contracts/site/page-locals.ts').PageLocals> {}
}
