/** Address of the sprite, which contains a hash of its content; the build defines it (astro.config.mjs). */
const address: string = import.meta.env.SPRITE_ADDRESS ?? '/drawings/sprite.svg';

/** Returns the address of one drawing of the sprite (draw-sprite.ts), for `<use>`. */
export const spriteRef = (id: string): string => `${address}#${id}`;
