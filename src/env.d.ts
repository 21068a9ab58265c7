/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('#contracts/page-locals.ts').PageLocals> {}
}
