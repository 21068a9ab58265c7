import type { ClientBase } from 'pg';

const lost = new WeakSet<ClientBase>();

/**
 * Records when the connection of a client is lost; for `onConnect` of a pool. Between the moment that a pool hands a
 * client over and the first listener of its user, a lost connection would be an uncaught exception: pg emits it in the
 * same turn as the response before it, when both arrive together.
 */
export function watchConnection(client: ClientBase): void {
  client.on('error', () => lost.add(client));
}

/** Whether the connection of a watched client was lost. A pool can hand such a client over without an error. */
export function hasLostConnection(client: ClientBase): boolean {
  return lost.has(client);
}
